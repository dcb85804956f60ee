import { useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";

/** A short message about what just happened, with at most one action. */
export interface Toast {
  text: string;
  /** what a person did (the default), a failure, or a new lead */
  kind?: "done" | "problem" | "news" | "emergency";
  /** the id of its lead: the toast replaces an earlier one about it */
  about?: string;
  action?: { label: string; run: () => void };
}

let shown: readonly Toast[] = [];
const { announce, subscribe } = createListeners();

function keepToasts(isKept: (toast: Toast) => boolean, added: Toast[] = []) {
  shown = [...shown.filter(isKept), ...added];
  announce();
}

/** Shows a toast in place of one of its kind or about its lead: a new lead does not take Undo away. */
export function showToast(toast: Toast) {
  const { kind, about = "" } = toast;
  keepToasts((other) => other.kind !== kind && other.about !== about, [toast]);
}

/** Closes a toast. */
export const closeToast = (toast: Toast) => keepToasts((other) => other !== toast);

/** Returns the shown toasts, oldest first. */
export const useToasts = () => useSyncExternalStore(subscribe, () => shown);
