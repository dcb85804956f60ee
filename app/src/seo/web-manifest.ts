import { manifestIcons } from "browser/manifest-icons.ts";
import { themeColor } from "browser/theme-color.ts";
import { business } from "../content/business.ts";
import { pages } from "../pages.ts";

/** Returns the web app manifest, for the site on a phone's home screen. */
export function webManifest(): string {
  return JSON.stringify({
    name: business.name,
    short_name: business.shortName,
    description: pages.home.description,
    lang: "en-US",
    id: "/",
    start_url: "/",
    display: "browser",
    theme_color: themeColor,
    background_color: themeColor,
    icons: manifestIcons.map(({ file, size, purpose }) => ({
      src: `/${file}`,
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose,
    })),
  });
}
