import { useSyncExternalStore } from "react";

// The fragment of the URL is the route: "#now", "#lead/<id>", "#search/<text>".

/** The views on the list's side of the screen, with their titles and tabs. */
export const LISTS = {
  now: { title: "Now", tab: "now" },
  visits: { title: "Visits", tab: "now" },
  rain: { title: "Rain", tab: "now" },
  tell: { title: "To tell", tab: "now" },
  enter: { title: "Enter a caller", tab: "now" },
  later: { title: "Later", tab: "later" },
  done: { title: "Done", tab: "later" },
  search: { title: "Search", tab: "search" },
  more: { title: "More", tab: "more" },
  spam: { title: "Spam?", tab: "more" },
  mails: { title: "Emails", tab: "more" },
  figures: { title: "Figures", tab: "more" },
  account: { title: "You", tab: "more" },
} as const;

/** The name of a view on the list's side. */
export type ListName = keyof typeof LISTS;

/** A tab of the navigation. Its name is also the name of its first view. */
export type Tab = (typeof LISTS)[ListName]["tab"];

/** A view, and the part after its name: a lead's id, the search text, or the weeks of the figures. */
export interface Route<Name = ListName | "lead" | "person"> {
  name: Name;
  rest: string;
}

export const isListRoute = (route: Route): route is Route<ListName> =>
  Object.hasOwn(LISTS, route.name);

function parse(fragment: string): Route {
  const [, name = "", rest = ""] = /^#([a-z]+)\/?(.*)$/.exec(fragment) ?? [];
  const isKnown = ["lead", "person"].includes(name) || Object.hasOwn(LISTS, name);
  const known = (isKnown ? name : "now") as Route["name"];
  try {
    return { name: known, rest: decodeURIComponent(rest) };
  } catch {
    // A fragment that was typed by hand may not decode.
    return { name: known, rest };
  }
}

function subscribe(listener: () => void) {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

export const useRoute = (): Route => parse(useSyncExternalStore(subscribe, () => location.hash));

export function useOpenLead(): string | undefined {
  const { name, rest } = useRoute();
  return name === "lead" || name === "person" ? rest : undefined;
}

/** Returns the link to a view. Encodes `rest`, because it may be anybody's text. */
export const viewHref = (name: string, rest: string) =>
  `#${name}${rest && `/${encodeURIComponent(rest)}`}`;

export const leadHref = (id: string) => viewHref("lead", id);

/** Returns the link to the privacy request of a lead's sender. */
export const personHref = (lead: string) => viewHref("person", lead);
