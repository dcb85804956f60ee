import { type PageMeta, pages } from "../pages.ts";

/** Returns the sitemap. It has no `lastmod`, because a build does not mean that a page changed. */
export function sitemap(site: string): string {
  const listed = Object.values<PageMeta>(pages).filter(({ unlisted }) => !unlisted);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${listed.map(({ path }) => `  <url><loc>${site}${path}</loc></url>`).join("\n")}
</urlset>
`;
}

/** Returns robots.txt: it allows everything and names the sitemap. */
export function robots(site: string): string {
  return `User-agent: *
Allow: /

Sitemap: ${site}/sitemap.xml
`;
}
