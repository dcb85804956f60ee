import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { PagePath } from "./content/seo";
import { PageDocument } from "./document";
import { pages } from "./pages";
import Buttons from "./routes/buttons/page";

/** Pages for those who build the site. Only the dev server has them. */
const developmentPages: Readonly<Record<string, ComponentType>> = import.meta.env.DEV
  ? { "/buttons": Buttons }
  : {};

/**
 * The HTML of the page at a path, or of the one for missing pages. Scripts, styles and pictures stand
 * in it by their source files' addresses, for Vite to put in those that the browser is to load.
 */
export function renderPage(path: string): { html: string; found: boolean } {
  const described = Object.hasOwn(pages, path) && path !== "/404" ? (path as PagePath) : "/404";
  const Page = developmentPages[path] ?? pages[described];
  const html = renderToStaticMarkup(
    <PageDocument path={described}>
      <Page />
    </PageDocument>,
  );
  return { html: `<!DOCTYPE html>${html}`, found: Page !== pages["/404"] };
}
