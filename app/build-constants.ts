import { existsSync } from "node:fs";
import company from "../company.json" with { type: "json" };

// The settings: the environment's, else those of `.env`, else the defaults.
for (const file of ["../.env", "../.env.example"]) {
  const url = new URL(file, import.meta.url);
  if (existsSync(url)) process.loadEnvFile(url);
}

/** The public key that goes with a lead. */
export const anonKey = process.env.ANON_KEY ?? "";

/** Where visitors reach the site, without a slash at its end. */
export const publicUrl = process.env.PUBLIC_URL ?? "";

/** What the browser's code learns when it is built; `src/env.d.ts` has the types. */
export const buildConstants = {
  "import.meta.env.VITE_ANON_KEY": JSON.stringify(anonKey),
  "import.meta.env.VITE_PUBLIC_URL": JSON.stringify(publicUrl),
  "import.meta.env.VITE_COMPANY_SLUG": JSON.stringify(company.slug),
  "import.meta.env.VITE_REPLY_WITHIN_HOURS": JSON.stringify(company.replyWithinHours),
  "import.meta.env.VITE_BUILD_YEAR": JSON.stringify(new Date().getFullYear()),
};
