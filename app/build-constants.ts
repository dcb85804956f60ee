import company from "../company.json" with { type: "json" };

/** The public key that is sent with a lead. */
export const anonKey = process.env.ANON_KEY ?? "";

/** The address of the site, which `npm run build` passes, without a slash at its end. */
export const publicUrl = process.env.PUBLIC_URL ?? "";

/** The constants that the build compiles into the browser's code; `src/env.d.ts` has their types. */
export const buildConstants = {
  "import.meta.env.VITE_ANON_KEY": JSON.stringify(anonKey),
  "import.meta.env.VITE_PUBLIC_URL": JSON.stringify(publicUrl),
  "import.meta.env.VITE_COMPANY_SLUG": JSON.stringify(company.slug),
  "import.meta.env.VITE_REPLY_WITHIN_HOURS": JSON.stringify(company.replyWithinHours),
  "import.meta.env.VITE_BUILD_YEAR": JSON.stringify(new Date().getFullYear()),
};
