/** Builds `app/build/client`: the site's prerendered pages and, in `desk/`, the owner's desk. */
import { run } from "../command.ts";
import { step } from "../progress.ts";
import { setting } from "../settings.ts";
import { type Inputs, whenChanged } from "./up-to-date.ts";

/** The settings that become part of the pages. */
const SETTINGS = ["ANON_KEY", "PUBLIC_URL"];

const SITE_FILES = [
  ...["app", "!**/node_modules", "!app/build", "!app/src/fonts"],
  ...["company.json", "palette.css", "package-lock.json", "validator-wasm/pkg"],
];

const DESK_FILES = [
  ...["desk", "!**/node_modules", "!desk/openapi.d.ts", "app/tools/precompress.ts"],
  ...["app/browsers.ts", "app/src/seo/manifest-icons.ts", "app/src/seo/theme-color.ts"],
  // The site's files that the desk imports.
  ...["app/src/api", "app/src/content/phone-digits.ts", "app/src/features/photos"],
  ...["company.json", "palette.css", "package-lock.json", "lead-log/pkg"],
];

/** Builds the pages if their inputs changed. */
export function buildSite() {
  const values = SETTINGS.map((name) => setting(name) ?? "");
  return build("site", "app", { files: SITE_FILES, values }, "app/build/client");
}

/** Builds the desk if its inputs changed. The site is built first, because its build empties the folder. */
export function buildDesk() {
  return build("desk", "desk", { files: DESK_FILES }, "app/build/client/desk");
}

function build(name: string, workspace: string, inputs: Inputs, folder: string) {
  // A build that a test starts has another NODE_ENV.
  const options = { log: name, env: { NODE_ENV: "production" } };
  return whenChanged(name, inputs, `${folder}/index.html`, () =>
    step(name, async () => {
      await run("npm", ["run", "build", `--workspace=${workspace}`], options);
    }),
  );
}
