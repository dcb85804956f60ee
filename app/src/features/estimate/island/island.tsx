import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";

/** A separate React tree that the browser hydrates. Its name is the prefix of its ids on both sides. */
export function Island({ name, children }: { name: string; children: ReactNode }) {
  const html = renderToString(children, { identifierPrefix: name });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself has written it.
  return <div data-island={name} dangerouslySetInnerHTML={{ __html: html }} />;
}
