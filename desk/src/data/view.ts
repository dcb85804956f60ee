import { useSyncExternalStore } from "react";

const LISTS = [
  ...(["now", "visits", "enter", "later", "done", "search"] as const),
  ...(["more", "spam", "mails", "figures", "account"] as const),
];
const NAMES = [...LISTS, "lead" as const, "person" as const, "sign-in" as const];

export type ListName = (typeof LISTS)[number];

/** What is shown, by the address's fragment. */
export interface View {
  name: (typeof NAMES)[number];
  /** what comes after the name: a lead's id, what is searched for, the weeks that figures are of */
  rest: string;
}

/** A view that stands in the list. */
export type ListView = View & { name: ListName };

export const isListView = (view: View): view is ListView =>
  LISTS.some((name) => name === view.name);

function parse(fragment: string): View {
  const [, found, rest = ""] = /^#(sign-in|[a-z]+)[=/]?(.*)$/.exec(fragment) ?? [];
  const name = NAMES.find((it) => it === found) ?? "now";
  try {
    return { name, rest: decodeURIComponent(rest) };
  } catch {
    // Somebody has typed it.
    return { name, rest };
  }
}

function subscribe(listener: () => void) {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

export const useView = (): View => parse(useSyncExternalStore(subscribe, () => location.hash));

/** The id of the lead that is open. */
export function useOpenLead(): string | undefined {
  const { name, rest } = useView();
  return name === "lead" || name === "person" ? rest : undefined;
}
