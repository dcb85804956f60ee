import type { MetaDescriptor } from "react-router";
import { business } from "../content/business";
import { pictures } from "../content/pictures";
import { type PagePath, pageDescriptions, sharePicture } from "../content/seo";

/** The picture that goes with a shared page, 1200 x 630. */
const SHARE_IMAGE = "/share.png";

/** The title with the company's name in it. */
export function pageTitle(title: string): string {
  return title.includes(business.name) ? title : `${title} | ${business.name}`;
}

/** The tags of a page's head (specification, section 1). */
export function pageMeta(path: PagePath): MetaDescriptor[] {
  const site = import.meta.env.VITE_PUBLIC_URL;
  const { title, description, keywords } = pageDescriptions[path];
  const fullTitle = pageTitle(title);
  const image = `${site}${SHARE_IMAGE}`;
  // The 404 page stands for addresses that have none of their own.
  const url = path === "/404" ? undefined : `${site}${path}`;
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
    { property: "og:image:alt", content: pictures[sharePicture].alt },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: fullTitle },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: image },
  ];
}
