import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The year, also on a page that was built in another one. */
export function CurrentYear() {
  return useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => import.meta.env.VITE_BUILD_YEAR,
  );
}
