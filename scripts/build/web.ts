/** Builds `app/build/client`: the site's prerendered pages and, in `desk/`, the owner's desk. */
import { run } from "../command.ts";
import { step } from "../progress.ts";
import { setting } from "../settings.ts";
import { type Inputs, whenChanged } from "./up-to-date.ts";

/** The settings that become part of the pages. `app/build-constants.ts` reads them from the environment. */
export const PAGE_SETTINGS = {
  ANON_KEY: setting("ANON_KEY") ?? "",
  PUBLIC_URL: setting("PUBLIC_URL") ?? "",
};

const SITE_FILES = [
  ...["app", "browser", "!**/node_modules", "!app/build", "!app/src/fonts"],
  ...["*.json", "palette.css", "validator-wasm/pkg"],
];

const DESK_FILES = [
  ...["desk", "browser", "!**/node_modules", "!desk/openapi.d.ts"],
  ...["company.json", "palette.css", "package-lock.json", "lead-log/pkg"],
];

/** Builds the pages if their inputs changed. */
export function buildSite() {
  const inputs = { files: SITE_FILES, values: Object.values(PAGE_SETTINGS) };
  return build("site", "app", inputs, "app/build/client");
}

/** Builds the desk if its inputs changed. The site is built first, because its build empties the folder. */
export function buildDesk() {
  return build("desk", "desk", { files: DESK_FILES }, "app/build/client/desk");
}

function build(name: string, workspace: string, inputs: Inputs, folder: string) {
  // A build that a test starts has another NODE_ENV.
  const options = { log: name, env: { ...PAGE_SETTINGS, NODE_ENV: "production" } };
  return whenChanged(name, inputs, `${folder}/index.html`, () =>
    step(name, async () => {
      await run("npm", ["run", "build", `--workspace=${workspace}`], options);
    }),
  );
}
