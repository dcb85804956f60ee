import type { MetaDescriptor } from "react-router";
import { business } from "../content/business";

/** What a page says of itself to search engines and to those who share it. */
export interface PageMeta {
  /** The company's name is appended where it does not name it itself. */
  title: string;
  description: string;
  keywords: string[];
  /** The page's own address, from the root. Without one there is no canonical link. */
  path?: `/${string}`;
}

/** The picture that goes with a shared page, 1200 x 630. */
const SHARE_IMAGE = "/share.png";

/** The title with the company's name in it. */
export function pageTitle(title: string): string {
  return title.includes(business.name) ? title : `${title} | ${business.name}`;
}

/** The tags of a page's head. */
export function pageMeta({ title, description, keywords, path }: PageMeta): MetaDescriptor[] {
  const site = import.meta.env.VITE_PUBLIC_URL;
  const fullTitle = pageTitle(title);
  const image = `${site}${SHARE_IMAGE}`;
  const url = path && `${site}${path}`;
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
    { property: "og:image", content: image },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: `An oak over a house, and the name ${business.name}` },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: fullTitle },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: image },
  ];
}
