import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { PageDocument } from "./document";
import { pages } from "./pages";
import { withUnbrokenSpans } from "./unbroken-spans";

const contents = import.meta.glob<ComponentType>("./routes/**/page.tsx", {
  eager: true,
  import: "default",
});

/** Returns the HTML of a page, or of the 404 page, with addresses of source files that Vite replaces. */
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
