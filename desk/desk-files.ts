import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { manifest } from "browser/manifest.ts";
import { themeColor } from "browser/theme-color.ts";
import type { Plugin } from "vite";
import company from "../company.json" with { type: "json" };

const deskManifest = JSON.stringify({
  name: `${company.shortName} desk`,
  short_name: "Desk",
  id: "/desk",
  start_url: "/desk",
  scope: "/desk",
  display: "standalone",
  ...manifest,
});

/** The fonts for rare alphabets. They are not cached, but loaded when a name needs them. */
const RARE_FONT = /(vietnamese|latin-ext)-.*\.woff2$/;

/** Adds the manifest, and the service worker with the list of the files that it caches. */
export function deskFiles(): Plugin {
  return {
    name: "desk-files",
    transformIndexHtml: (html) =>
      html.replace("%THEME_COLOR%", themeColor).replace("%COMPANY%", company.name),
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const emit = (fileName: string, source: string) =>
          this.emitFile({ type: "asset", fileName, source });
        emit("manifest.webmanifest", deskManifest);
        const assets = Object.keys(bundle).filter(
          (file) => file.startsWith("assets/") && !RARE_FONT.test(file),
        );
        const page = bundle["index.html"];
        const version = createHash("sha256")
          .update(page?.type === "asset" ? page.source : "")
          .digest("hex")
          .slice(0, 12);
        const files = assets.map((file) => `/desk/${file}`);
        const main = Object.values(bundle).find((file) => file.type === "chunk" && file.isEntry);
        const worker = readFileSync(new URL("service-worker.js", import.meta.url), "utf8");
        emit(
          "service-worker.js",
          worker
            .replace("__VERSION__", version)
            .replace("__MAIN__", `/desk/${main?.fileName}`)
            .replace("[__FILES__]", JSON.stringify(files)),
        );
      },
    },
  };
}
