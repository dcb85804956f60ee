import { useSyncExternalStore } from "react";

/** A sentence about what has just happened, with one thing that can be done about it. */
export interface Toast {
  text: string;
  isProblem?: boolean;
  action?: { label: string; run: () => void };
}

let shown: Toast | undefined;
const listeners = new Set<() => void>();

/** Shows a toast in place of the one before. */
export function showToast(toast: Toast | undefined) {
  shown = toast;
  for (const listener of listeners) listener();
}

export function useToast(): Toast | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
