import { useSyncExternalStore } from "react";

/** The layout's breakpoint `xl` (desk.css). It is in rem, because large text needs more room. */
const wide = matchMedia("(width >= 90rem)");

function subscribe(listener: () => void) {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
}

/** Returns whether the screen has room for a third pane. */
export const useIsWide = () => useSyncExternalStore(subscribe, () => wide.matches);
