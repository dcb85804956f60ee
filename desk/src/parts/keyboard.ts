import { useEffect } from "react";
import { leadHref } from "../data/route.ts";

// The shortcuts of the lists. An open lead has more (views/lead/actions.tsx).

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("input, textarea, select, dialog *");

/** Runs the action of a pressed key, unless a dialog is open or a person types. Escape works while typing. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, target } = event;
      if (!Object.hasOwn(actions, key) || altKey || ctrlKey || metaKey) return;
      // The sign-in page hides the desk.
      const isCovered = document.querySelector("dialog[open], #desk[hidden]");
      if (isCovered || (key !== "Escape" && isTyping(target))) return;
      event.preventDefault();
      actions[key]?.();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

/** Focuses the next or the previous row of the list. If a lead is open, opens the lead next to it instead. */
function walk(steps: number, openLead: string | undefined) {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".list .row h3 a")];
  const open = links.findIndex(({ hash }) => openLead !== undefined && hash === leadHref(openLead));
  const from = open >= 0 ? open : links.indexOf(document.activeElement as HTMLAnchorElement);
  const link = links[from < 0 ? 0 : from + steps];
  if (!link) return;
  link.focus();
  link.scrollIntoView({ block: "nearest" });
  if (openLead !== undefined) location.replace(link.href);
}

/** Handles the keyboard shortcuts. */
export function useKeyboard(openLead: string | undefined, back: string) {
  const goTo = (href: string) => {
    location.hash = href;
  };
  useShortcuts({
    j: () => walk(1, openLead),
    k: () => walk(-1, openLead),
    "/": () => goTo("#search"),
    n: () => goTo("#enter"),
    // Where there is no view to go back to, Escape clears the search field.
    ...(!location.hash.startsWith(back) && { Escape: () => goTo(back) }),
  });
}
