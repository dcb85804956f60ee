import { useSyncExternalStore } from "react";

/** In rem, as the layout: large text needs more. The layout has it as `xl` (desk.css). */
const wide = matchMedia("(width >= 90rem)");

function subscribe(listener: () => void) {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
}

/** Returns whether the screen has room for a third pane. */
export const useIsWide = () => useSyncExternalStore(subscribe, () => wide.matches);
