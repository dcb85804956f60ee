import { createHash } from "node:crypto";
import { manifestIcons } from "browser/manifest.ts";
import type { Plugin } from "vite";
import { anonKey, publicUrl } from "../build-constants.ts";
import { sharePicture } from "../src/content/pictures.ts";
import { sampleData } from "../src/sample-data.ts";
import { robots, sitemap } from "../src/seo/sitemap.ts";
import { webManifest } from "../src/seo/web-manifest.ts";
import { contactCard } from "./contact-card.ts";
import { drawing, FAVICON, fullIcon, ico, icon, png } from "./icons.ts";

/** The favicon's share of a maskable icon, which keeps its mark inside the safe circle. */
const MASKABLE_SCALE = 0.8;

/** The settings of this build, for the backend, which does not serve this file. The public key is hashed. */
const buildStamp = () =>
  JSON.stringify({
    anonKeySha256: createHash("sha256").update(anonKey).digest("hex"),
    publicUrl,
    sampleData: Object.entries(sampleData).map(([what, { file, why }]) => ({ what, file, why })),
  });

/** The files that are generated from the pages' records, by name. */
const files: Readonly<Record<string, () => string | Uint8Array>> = {
  "sitemap.xml": () => sitemap(publicUrl),
  "robots.txt": () => robots(publicUrl),
  "site.webmanifest": webManifest,
  "contact-card.vcf": () => contactCard(publicUrl),
  "favicon.svg": () => drawing(FAVICON),
  "favicon.ico": () => ico(32),
  "apple-touch-icon.png": () => fullIcon(180, 1),
  ...Object.fromEntries(
    manifestIcons.map(({ file, size, purpose }) => [
      file,
      () => (purpose === "maskable" ? fullIcon(size, MASKABLE_SCALE) : icon(size)),
    ]),
  ),
  ".build.json": buildStamp,
  "share.png": () => png(drawing(`${sharePicture}.svg`), 1200),
};

/** Adds the sitemap, robots.txt, the manifest, the contact card, the icons, and the share image to the site. */
export function siteFiles(): Plugin {
  return {
    name: "site-files",
    generateBundle() {
      for (const [fileName, make] of Object.entries(files)) {
        this.emitFile({ type: "asset", fileName, source: make() });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const make = files[request.url?.slice(1) ?? ""];
        if (make) response.end(make());
        else next();
      });
    },
  };
}
