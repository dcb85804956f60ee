import { type ReactNode, useEffect, useRef } from "react";

/** The heading of a list's view. It takes the focus when somebody goes there. */
export function ViewHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement?.closest("nav, header")) heading.current?.focus();
  }, []);
  return (
    <div className="view-heading">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="view-heading-count">{children}</p>
    </div>
  );
}
