import { cx } from "class-variance-authority";
import { type ReactNode, useEffect, useRef } from "react";

/** Tells how an attempt ended, at once to screen readers too, and comes into view. */
export function Notice({
  kind,
  title,
  mark,
  id,
  children,
}: {
  kind: "success" | "failure";
  title: string;
  mark?: ReactNode;
  id?: string;
  children: ReactNode;
}) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: "nearest" });
  }, []);

  return (
    <div
      ref={notice}
      id={id}
      role={kind === "failure" ? "alert" : "status"}
      className={cx(
        "flex scroll-my-6 items-start gap-4 rounded-md border-2 p-4",
        kind === "failure"
          ? "border-orange-600 bg-paper-0 text-canopy-950"
          : "border-canopy-700 bg-canopy-900 text-paper-50",
      )}
    >
      {mark}
      <div>
        <p className={cx("font-bold", kind === "failure" ? "text-orange-600" : "text-lime-400")}>
          {title}
        </p>
        <p>{children}</p>
      </div>
    </div>
  );
}
