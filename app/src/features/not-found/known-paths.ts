import {
  headerNavigation,
  menuNavigation,
  type NavigationItem,
  type NavigationLink,
} from "../../content/navigation";
import { adviceByPath } from "../../content/not-found";
import { type KnownPath, nearestPath } from "./nearest-path";

const flat = (items: readonly NavigationItem[]): NavigationLink[] =>
  items.flatMap((item) => ("links" in item ? item.links : [item]));

/** Every page once, under the name that the menu gives it. */
export const pages: readonly NavigationLink[] = flat(menuNavigation);

/** The pages by all the names that the navigations give them, and the paths that have advice. */
const known: readonly KnownPath[] = [
  ...pages.map(({ to }) => ({
    path: to,
    names: [...pages, ...flat(headerNavigation)]
      .filter((link) => link.to === to)
      .map(({ label }) => label),
  })),
  ...Object.keys(adviceByPath).map((path) => ({ path, names: [] })),
];

/** What a visitor of a missing path is told: a page that may be meant, or advice. */
export type Help = { kind: "page"; link: NavigationLink } | { kind: "advice"; path: string };

/** The help for a missing path, where there is any. */
export function helpFor(missing: string): Help | undefined {
  const path = nearestPath(missing, known);
  if (path === undefined) return undefined;
  if (path in adviceByPath) return { kind: "advice", path };
  const link = pages.find(({ to }) => to === path);
  return link && { kind: "page", link };
}
