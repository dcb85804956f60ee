import { type ElementType, Fragment, type Key, type ReactNode } from "react";
import * as react from "react/jsx-runtime";

// What JSX compiles to (tsconfig.json, vite.config.ts). A browser's translation replaces text nodes. React then fails
// to remove them, and nobody sees them change. So a text that has siblings gets an element, which stays.

export type { JSX } from "react/jsx-runtime";
export { Fragment, jsx as jsxDEV, jsx as jsxs };

/** Puts each run of texts into one element, in the place of its first text. Blank texts are not translated. */
function inElements(children: readonly ReactNode[]): ReactNode[] {
  const placed: ReactNode[] = [];
  let run = -1;
  for (const child of children) {
    if (typeof child !== "string" && typeof child !== "number") {
      if (child && child !== true) run = -1;
      placed.push(Array.isArray(child) ? inElements(child) : child);
    } else if (run < 0) {
      run = placed.push(`${child}`) - 1;
    } else {
      placed[run] = `${placed[run]}${child}`;
      placed.push(null);
    }
  }
  const isShown = (child: ReactNode) => typeof child === "string" && child.trim() !== "";
  return placed.map((child) => (isShown(child) ? react.jsx("span", { children: child }) : child));
}

export function jsx(type: ElementType, props: { children?: ReactNode }, key?: Key) {
  const { children } = props;
  // A component passes its children on to an element.
  const isParent = type === Fragment || (typeof type === "string" && Array.isArray(children));
  const own = isParent ? { ...props, children: inElements([children].flat()) } : props;
  return react.jsxs(type, own, key);
}
