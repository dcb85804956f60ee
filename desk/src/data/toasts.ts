import { useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";

/** A sentence about what has just happened, with one thing that can be done about it. */
export interface Toast {
  text: string;
  /** what a person did (the default), what failed, or a lead that came */
  kind?: "done" | "problem" | "news" | "emergency";
  /** the lead that it is about, where it takes the place of what was said about it before */
  about?: string;
  action?: { label: string; run: () => void };
}

let shown: readonly Toast[] = [];
const { announce, subscribe } = createListeners();

function show(toasts: readonly Toast[]) {
  shown = toasts;
  announce();
}

/** Shows a toast in place of the one of its kind or about its lead: a lead that comes takes no Undo away. */
export function showToast(toast: Toast) {
  const { kind, about = "" } = toast;
  const isReplaced = (it: Toast) => it.kind === kind || it.about === about;
  show([...shown.filter((it) => !isReplaced(it)), toast]);
}

export function closeToast(toast: Toast) {
  show(shown.filter((other) => other !== toast));
}

/** Closes what is said about a lead, where it is said elsewhere. */
export function closeToastsAbout(lead: string) {
  show(shown.filter(({ about }) => about !== lead));
}

/** The toasts that are shown, the latest last. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => shown);
}
