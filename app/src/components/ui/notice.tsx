import type { ReactNode } from "react";
import { cn } from "./cn";

/** The id of the notice at a place: controls refer to it. */
export const noticeId = (place: string) => `${place}-notice`;

/**
 * A place for the outcome of an attempt. The live region is always there, so that screen readers
 * hear of what appears in it. The backend fills the notice in the page that answers a form sent
 * without React, and shows it (`backend/src/contact_page.rs` knows these attributes), and React
 * leaves that be.
 */
export function Notice({
  place,
  kind,
  shown,
  title,
  text,
  mark,
  children,
}: {
  /** The field that it stands at, or a name of its own. */
  place: string;
  kind: "success" | "failure";
  shown: boolean;
  title: string;
  text: string;
  /** Stands beside the words. */
  mark?: ReactNode;
  /** Stands below them. */
  children?: ReactNode;
}) {
  return (
    <div role={kind === "failure" ? "alert" : "status"}>
      <div
        id={noticeId(place)}
        data-notice={place}
        hidden={!shown}
        tabIndex={-1}
        suppressHydrationWarning
        className={cn(
          "mt-3 flex scroll-my-6 items-start gap-4 rounded-md border-2 p-4",
          kind === "failure"
            ? "border-orange-600 bg-paper-0 text-canopy-950"
            : "on-dark border-canopy-700 bg-canopy-900 text-paper-50",
        )}
      >
        {mark}
        <div>
          <p
            data-notice-title=""
            suppressHydrationWarning
            className={cn("font-bold", kind === "failure" ? "text-orange-600" : "text-lime-400")}
          >
            {title}
          </p>
          <p data-notice-text="" suppressHydrationWarning>
            {text}
          </p>
          {children}
        </div>
      </div>
    </div>
  );
}
