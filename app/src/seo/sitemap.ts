import { type PageMeta, pages } from "../pages.ts";

/** The list of the pages at `site`. Without `lastmod`: the time of a build is no change of a page. */
export function sitemap(site: string): string {
  const listed = Object.values<PageMeta>(pages).filter(({ unlisted }) => !unlisted);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${listed.map(({ path }) => `  <url><loc>${site}${path}</loc></url>`).join("\n")}
</urlset>
`;
}

/** What crawlers are told: all of it, and where the list is. */
export function robots(site: string): string {
  return `User-agent: *
Allow: /

Sitemap: ${site}/sitemap.xml
`;
}
