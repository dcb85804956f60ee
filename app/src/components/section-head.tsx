import type { ReactNode } from "react";
import type { SectionHead as Copy } from "../content/sections";
import { cn } from "./ui/cn";

/** The heading of a section, and its text below it or, if `wide` is set, beside it on wide screens. */
export function SectionHead({
  copy: { heading, text },
  wide = false,
  muted = false,
  className,
  children,
}: {
  copy: Copy;
  wide?: boolean;
  /** Whether the text is less prominent than the heading, on dark backgrounds. */
  muted?: boolean;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <div className={cn(wide && "grid items-end gap-x-14 gap-y-room-5 lg:grid-cols-2", className)}>
      <h2>{heading}</h2>
      <p
        className={cn(
          "max-w-text text-balance md:text-lg",
          !wide && "mt-room-5",
          muted && "text-canopy-200",
        )}
      >
        {text}
      </p>
      {children}
    </div>
  );
}
