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

let shown: readonly Toast[] = [];
const { announce, subscribe } = createListeners();

function keepToasts(isKept: (toast: Toast) => boolean, added: Toast[] = []) {
  shown = [...shown.filter(isKept), ...added];
  announce();
}

/** Shows a toast. It replaces toasts of its lead or kind, except another lead's problem. */
export function showToast(toast: Toast) {
  const { kind, about = "" } = toast;
  const isReplaced = (other: Toast) =>
    other.about === about || (other.kind === kind && !(kind === "problem" && other.about));
  keepToasts((other) => !isReplaced(other), [toast]);
}

export const closeToast = (toast: Toast) => keepToasts((other) => other !== toast);

/** Returns the shown toasts, oldest first. */
export const useToasts = () => useSyncExternalStore(subscribe, () => shown);
