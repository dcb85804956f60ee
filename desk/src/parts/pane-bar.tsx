import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface PaneBarProps {
  href: string;
  title: string;
  /** whether the back link also shows beside a list */
  isAlways?: boolean;
  children?: ReactNode;
}

/** The bar above a lead: the back link, and actions on the whole lead. */
export const PaneBar = ({ href, title, isAlways, children }: PaneBarProps) => (
  <div className="flex min-h-12 flex-none flex-wrap items-center border-line border-b pr-3 pl-2 print:hidden">
    <a className={isAlways ? "back" : "back md:hidden"} href={href}>
      <Icon className="size-5" name="back" />
      {title}
    </a>
    {children && (
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">{children}</div>
    )}
  </div>
);
