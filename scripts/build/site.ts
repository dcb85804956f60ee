/** `app/build/client`: the site's pages, prerendered. */
import { run } from "../command.ts";
import { step } from "../progress.ts";
import { setting } from "../settings.ts";
import { whenChanged } from "./up-to-date.ts";

/** The settings that become part of the pages. */
const SETTINGS = ["ANON_KEY", "PUBLIC_URL"];

/** What the pages are made of. */
const FILES = [
  ...["app", "!**/node_modules", "!app/build", "!app/src/fonts"],
  ...["company.json", "palette.css", "package-lock.json", "validator-wasm/pkg"],
];

/** Builds the pages if what they are made of changed. */
export function buildSite() {
  const inputs = { files: FILES, values: SETTINGS.map((name) => setting(name) ?? "") };
  // A test that builds has another NODE_ENV.
  return whenChanged("site", inputs, "app/build/client/index.html", () =>
    step("site", async () => {
      const env = { NODE_ENV: "production" };
      await run("npm", ["run", "build", "--workspace=app"], { log: "site", env });
    }),
  );
}
