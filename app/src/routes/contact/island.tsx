import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";

/**
 * A part of a page that React takes over in the browser: a tree of its own, with its name before its ids, so that
 * the browser's root makes the same ones.
 */
export function Island({ name, children }: { name: string; children: ReactNode }) {
  const html = renderToString(children, { identifierPrefix: name });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself has written it.
  return <div data-island={name} dangerouslySetInnerHTML={{ __html: html }} />;
}
