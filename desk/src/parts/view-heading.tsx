import { type ReactNode, useEffect, useRef } from "react";
import { LISTS, type ListName } from "../page/route.ts";
import { Icon } from "./icon.tsx";

interface ViewHeadingProps {
  name: ListName;
  beside?: ReactNode;
  children?: ReactNode;
}

/** The heading of a list's view. It takes the focus when the view is opened from the tabs. */
export function ViewHeading({ name, beside, children }: ViewHeadingProps) {
  const { title, tab } = LISTS[name];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement?.closest("nav, header")) heading.current?.focus();
  }, []);
  return (
    <header className="px-4 low:py-1 pt-3 pb-2.5">
      {name !== tab && (
        <a className="back -ml-2" href={`#${tab}`}>
          <Icon className="size-5" name="back" />
          {LISTS[tab].title}
        </a>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="flex min-w-0 flex-1 basis-24 flex-wrap items-baseline gap-x-3">
          <h1 className="text-2xl" ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className="wrap-anywhere min-w-0 text-quiet empty:hidden">{children}</p>
        </div>
        {beside}
      </div>
    </header>
  );
}
