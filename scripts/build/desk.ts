/** `app/build/client/desk`: the owner's desk, beside the pages. */
import { run } from "../command.ts";
import { step } from "../progress.ts";
import { whenChanged } from "./up-to-date.ts";

/** What the desk is made of. */
const FILES = [
  ...["desk", "!**/node_modules", "!desk/openapi.d.ts", "app/tools/precompress.ts"],
  ...["app/browsers.ts", "app/src/seo/manifest-icons.ts", "app/src/seo/theme-color.ts"],
  // What the desk imports of the site.
  ...["app/src/api", "app/src/content/phone-digits.ts", "app/src/features/photos"],
  ...["company.json", "palette.css", "package-lock.json", "lead-log/pkg"],
];

/** Builds the desk if what it is made of changed. The site's own build empties the folder: it goes first. */
export function buildDesk() {
  // A test that builds has another NODE_ENV.
  return whenChanged("desk", { files: FILES }, "app/build/client/desk/index.html", () =>
    step("desk", async () => {
      const env = { NODE_ENV: "production" };
      await run("npm", ["run", "build", "--workspace=desk"], { log: "desk", env });
    }),
  );
}
