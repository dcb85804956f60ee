import type { MetaDescriptor } from "react-router";
import { business } from "../content/business";
import { pictures } from "../content/pictures";
import { type PagePath, pageDescriptions, sharePicture } from "../content/seo";
import { pageAddress, shareImage } from "./addresses";
import { jsonLd } from "./json-ld";

/** The title with the company's name in it. */
export function pageTitle(title: string): string {
  return title.includes(business.name) ? title : `${title} | ${business.name}`;
}

/** The tags of a page's head (specification, section 1). */
export function pageMeta(path: PagePath): MetaDescriptor[] {
  const { title, description, keywords } = pageDescriptions[path];
  const fullTitle = pageTitle(title);
  const url = pageAddress(path);
  return [
    { title: fullTitle },
    { name: "description", content: description },
    { name: "keywords", content: keywords.join(", ") },
    { name: "robots", content: "index, follow" },
    ...(url ? [{ tagName: "link", rel: "canonical", href: url } as const] : []),
    ...(url ? [{ property: "og:url", content: url }] : []),
    { property: "og:type", content: "website" },
    { property: "og:locale", content: "en_US" },
    { property: "og:site_name", content: business.name },
    { property: "og:title", content: fullTitle },
    { property: "og:description", content: description },
    { property: "og:image", content: shareImage },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: pictures[sharePicture].alt },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: fullTitle },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: shareImage },
    // React Router escapes what could end the script.
    { "script:ld+json": jsonLd(path) },
  ];
}
