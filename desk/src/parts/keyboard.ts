import { useEffect } from "react";
import { leadHref } from "../data/route.ts";

// Keyboard shortcuts: j and k move through the list, / searches, n enters a caller, Esc goes back. A lead that is
// open has its own (views/lead/actions.tsx).

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("input, textarea, select, dialog *");

const isPlain = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  !altKey && !ctrlKey && !metaKey && !document.querySelector("dialog[open]");

/** Returns whether a key is pressed as a shortcut: nobody types, and no dialog is open. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  isPlain(event) && !isTyping(event.target);

/** Focuses the next or the previous row of the list. If a lead is open, opens that one instead. */
function walk(steps: number, openLead: string | undefined) {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".list .row h3 a")];
  const focused = links.indexOf(document.activeElement as HTMLAnchorElement);
  const open = links.findIndex(({ hash }) => openLead !== undefined && hash === leadHref(openLead));
  const from = open >= 0 ? open : focused;
  const link = links[from < 0 ? 0 : from + steps];
  if (!link) return;
  link.focus();
  link.scrollIntoView({ block: "nearest" });
  if (openLead !== undefined) location.replace(link.href);
}

/** Handles the keyboard shortcuts. */
export function useKeyboard(openLead: string | undefined, back: string) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key } = event;
      if (key === "Escape" && isPlain(event) && !location.hash.startsWith(back)) {
        location.hash = back;
      } else if (!isShortcut(event)) {
        return;
      } else if (key === "j" || key === "k") {
        walk(key === "j" ? 1 : -1, openLead);
      } else if (key === "/" || key === "n") {
        location.hash = key === "/" ? "#search" : "#enter";
      } else {
        return;
      }
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [openLead, back]);
}
