/** `app/build/client`: the site's pages, prerendered. */
import { run } from "../command.mjs";
import { step } from "../progress.mjs";
import { setting } from "../settings.mjs";
import { whenChanged } from "./up-to-date.mjs";

/** The settings that become part of the pages. */
const SETTINGS = ["ANON_KEY", "PUBLIC_URL"];

/** Builds the pages if what they are made of changed. */
export async function buildSite() {
  const inputs = {
    files: ["app", "company.json", "palette.css", "package-lock.json", "validator-wasm/pkg"],
    values: SETTINGS.map((name) => setting(name) ?? ""),
  };
  await step("site", () =>
    whenChanged("site", inputs, "app/build/client/index.html", () =>
      run("npm", ["run", "build", "--workspace=app"], { log: "site" }),
    ),
  );
}
