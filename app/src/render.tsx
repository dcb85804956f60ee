import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { PageDocument } from "./document";
import { pages } from "./pages";
import { withUnbrokenSpans } from "./unbroken-spans";

/** What is on the pages, by the files that say it. */
const contents = import.meta.glob<ComponentType>("./routes/**/page.tsx", {
  eager: true,
  import: "default",
});

/** The HTML of the page at a path, or of the one for missing pages, with source files' addresses for Vite to replace. */
export function renderPage(path: string): { html: string; found: boolean } {
  const folders = Object.keys(pages) as (keyof typeof pages)[];
  const folder = folders.find((name) => pages[name].path === path) ?? "not-found";
  const page = pages[folder];
  const Content = contents[`./routes/${folder}/page.tsx`];
  if (!Content) throw new Error(`There is no page.tsx in src/routes/${folder}.`);
  const html = renderToStaticMarkup(
    <PageDocument page={page}>
      <Content />
    </PageDocument>,
  );
  const [head = "", body = ""] = html.split(/(?=<body)/);
  return {
    html: `<!DOCTYPE html>${head}${withUnbrokenSpans(body)}`,
    found: folder !== "not-found",
  };
}
