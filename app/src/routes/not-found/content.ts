import type { NavigationLink } from "../../content/navigation";
import type { SectionHead } from "../../content/sections";

export const notFound: SectionHead = {
  heading: "Oops! Page not found",
  text: "Something stood here once. Only the stump is left.",
};

export const returnLink: NavigationLink = { label: "Return to Home", to: "/" };

/** Shown before the link to a page that a word of the missing path names. */
export const suggestionLabel = "Were you looking for";

/** Shown above the list of all pages. */
export const pagesLabel = "All pages";

/** Advice for paths that visitors try and that have no page. */
export const adviceByPath: Readonly<Record<string, { text: string; link: NavigationLink }>> = {
  "/services/tree-trimming": {
    text: "Tree trimming has no page of its own yet. See",
    link: { label: "Pruning versus trimming", to: "/services/tree-pruning" },
  },
};
