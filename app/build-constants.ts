import { setting } from "../scripts/settings.mjs";

/** What the browser's code learns when it is built; `src/env.d.ts` has the types. */
export const buildConstants = {
  "import.meta.env.VITE_ANON_KEY": JSON.stringify(setting("ANON_KEY")),
  "import.meta.env.VITE_PUBLIC_URL": JSON.stringify(setting("PUBLIC_URL")),
  "import.meta.env.VITE_BUILD_YEAR": JSON.stringify(new Date().getFullYear()),
};
