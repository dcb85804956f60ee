import { type ReactNode, useEffect, useRef } from "react";

/** The heading of a list's view. It takes the focus when somebody goes there. */
export function ViewHeading({
  title,
  csv,
  children,
}: {
  title: string;
  /** downloads what the view shows */
  csv?: ReactNode;
  children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement?.closest("nav, header")) heading.current?.focus();
  }, []);
  return (
    <div className="view-heading">
      <div className="heading-line">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {csv}
      </div>
      <p className="view-heading-count">{children}</p>
    </div>
  );
}
