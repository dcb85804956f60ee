import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { PageMeta } from "./content/page-meta";
import { PageDocument } from "./document";
import { pages } from "./pages";
import { meta as buttons } from "./routes/buttons/meta";

/** The pages that there are; those for who builds the site are on the dev server only. */
const known: Readonly<Record<string, PageMeta>> = import.meta.env.DEV
  ? { ...pages, buttons }
  : pages;

/** What is on the pages, by the files that say it. */
const contents = import.meta.glob<ComponentType>("./routes/*/page.tsx", {
  eager: true,
  import: "default",
});

/**
 * The HTML of the page at a path, or of the one for missing pages. Scripts, styles and pictures stand
 * in it by their source files' addresses, for Vite to put in those that the browser is to load.
 */
export function renderPage(path: string): { html: string; found: boolean } {
  const folder = Object.keys(known).find((name) => known[name]?.path === path) ?? "not-found";
  const page = known[folder] ?? pages["not-found"];
  const Content = contents[`./routes/${folder}/page.tsx`];
  if (!Content) throw new Error(`There is no page.tsx in src/routes/${folder}.`);
  const html = renderToStaticMarkup(
    <PageDocument page={page}>
      <Content />
    </PageDocument>,
  );
  return { html: `<!DOCTYPE html>${html}`, found: page !== pages["not-found"] };
}
