import { useSyncExternalStore } from "react";

// The fragment of the URL is the route: "#now", "#lead/<id>", "#search/<text>".

const LISTS = [
  ...(["now", "visits", "enter", "later", "done", "search"] as const),
  ...(["more", "spam", "mails", "figures", "account"] as const),
];
const NAMES = [...LISTS, "lead" as const, "person" as const, "sign-in" as const];

/** A view that takes the list's side of the screen. */
export type ListName = (typeof LISTS)[number];

/** A view, and what comes after its name: a lead's id, the searched text, the weeks of the figures. */
export interface Route<Name = (typeof NAMES)[number]> {
  name: Name;
  rest: string;
}

/** Returns whether a route leads to a list. */
export const isListRoute = (route: Route): route is Route<ListName> =>
  LISTS.some((name) => name === route.name);

function parse(fragment: string): Route {
  const [, typed, rest = ""] = /^#(sign-in|[a-z]+)[=/]?(.*)$/.exec(fragment) ?? [];
  const name = NAMES.find((known) => known === typed) ?? "now";
  try {
    return { name, rest: decodeURIComponent(rest) };
  } catch {
    // Somebody typed it by hand.
    return { name, rest };
  }
}

function subscribe(listener: () => void) {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

/** Returns the current route. */
export const useRoute = (): Route => parse(useSyncExternalStore(subscribe, () => location.hash));

/** Returns the id of the open lead. */
export function useOpenLead(): string | undefined {
  const { name, rest } = useRoute();
  return name === "lead" || name === "person" ? rest : undefined;
}

/** Returns the link to a view. The rest is encoded, since anybody may have written it. */
export const viewHref = (name: string, rest: string) =>
  `#${name}${rest && `/${encodeURIComponent(rest)}`}`;

/** Returns the link to a lead. */
export const leadHref = (id: string) => viewHref("lead", id);

/** Returns the link to the privacy request of a lead's sender. */
export const personHref = (lead: string) => viewHref("person", lead);
