import { manifest } from "browser/manifest.ts";
import { business } from "../content/business.ts";
import { pages } from "../pages.ts";

/** Returns the web app manifest, for the site on a phone's home screen. */
export function webManifest(): string {
  return JSON.stringify({
    name: business.name,
    short_name: business.shortName,
    description: pages.home.description,
    id: "/",
    start_url: "/",
    display: "browser",
    ...manifest,
  });
}
