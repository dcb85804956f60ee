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
    <div className="px-4 pt-5 pb-3.5">
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-3xl" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {csv}
      </div>
      <p className="font-medium">{children}</p>
    </div>
  );
}
