import { setting } from "../scripts/settings.mjs";

/** Where visitors reach the site, without a slash at its end. */
export const publicUrl = setting("PUBLIC_URL") ?? "";

/** What the browser's code learns when it is built; `src/env.d.ts` has the types. */
export const buildConstants = {
  "import.meta.env.VITE_ANON_KEY": JSON.stringify(setting("ANON_KEY")),
  "import.meta.env.VITE_PUBLIC_URL": JSON.stringify(publicUrl),
  "import.meta.env.VITE_BUILD_YEAR": JSON.stringify(new Date().getFullYear()),
};
