import { useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";

/** A short message about what just happened, with at most one action. */
export interface Toast {
  text: string;
  /** a completed act (the default), a failure, a new lead, or a new emergency */
  kind?: "done" | "problem" | "news" | "emergency";
  /** the id of the toast's lead. The toast replaces an earlier one with the same id */
  about?: string;
  action?: { label: string; run: () => void };
}

/** A toast with its number: two that are equal are announced twice. */
type ShownToast = Toast & { number: number };

let shown: readonly ShownToast[] = [];
let count = 0;
const { announce, subscribe } = createListeners();

function keepToasts(isKept: (toast: Toast) => boolean, added: ShownToast[] = []) {
  shown = [...shown.filter(isKept), ...added];
  announce();
}

/** Shows a toast. It replaces toasts of its lead or kind, except another lead's problem. */
export function showToast(toast: Toast) {
  const { kind, about = "" } = toast;
  const isReplaced = (other: Toast) =>
    other.about === about || (other.kind === kind && !(kind === "problem" && other.about));
  count += 1;
  keepToasts((other) => !isReplaced(other), [{ ...toast, number: count }]);
}

export const closeToast = (toast: Toast) => keepToasts((other) => other !== toast);

/** Returns the shown toasts, oldest first. */
export const useToasts = () => useSyncExternalStore(subscribe, () => shown);
