import { business } from "../content/business";
import { pictureAlt, sharePicture } from "../content/pictures";
import type { PageMeta } from "../pages";
import { pageAddress, shareImage } from "./addresses";
import { jsonLd } from "./json-ld";

/** Returns the title with the company's name. */
export function pageTitle(title: string): string {
  return title.includes(business.name) ? title : `${title} | ${business.name}`;
}

/** The meta tags of a page's head (docs/product.md, section 1). */
export function MetaTags({ page }: { page: PageMeta }) {
  const { title, description, keywords } = page;
  const fullTitle = pageTitle(title);
  const url = pageAddress(page);
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <meta name="keywords" content={keywords} />
      <meta name="robots" content="index, follow" />
      {url && <link rel="canonical" href={url} />}
      {url && <meta property="og:url" content={url} />}
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="en_US" />
      <meta property="og:site_name" content={business.name} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={shareImage} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={pictureAlt(sharePicture)} />
      {/* X takes the rest from the tags above. */}
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        // The JSON is escaped, so that no text in it can end the script.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape its quotes.
        dangerouslySetInnerHTML={{
          __html: JSON.stringify(jsonLd(page)).replace(
            /[<>&]/g,
            (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
          ),
        }}
      />
    </>
  );
}
