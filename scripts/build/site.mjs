/** `app/build/client`: the site's pages, prerendered. */
import { run } from "../command.mjs";
import { setting } from "../settings.mjs";
import { whenChanged } from "./up-to-date.mjs";

/** The settings that become part of the pages. */
const SETTINGS = ["ANON_KEY", "PUBLIC_URL"];

/** What the pages are made of. */
const FILES = [
  ...["app", "!**/node_modules", "!app/build", "!app/test-results", "!app/src/fonts"],
  ...["company.json", "palette.css", "package-lock.json", "validator-wasm/pkg"],
];

/** Builds the pages if what they are made of changed. */
export function buildSite() {
  const inputs = { files: FILES, values: SETTINGS.map((name) => setting(name) ?? "") };
  return whenChanged("site", inputs, "app/build/client/index.html", () =>
    run("npm", ["run", "build", "--workspace=app"], { log: "site" }),
  );
}
