/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The public key that goes with a lead. */
  readonly VITE_ANON_KEY: string;
  /** Where visitors reach the site, without a slash at its end. */
  readonly VITE_PUBLIC_URL: string;
  /** The company as names in storage begin with it: the company's facts are no part of the script. */
  readonly VITE_COMPANY_SLUG: string;
  /** Hours within which a request is answered. */
  readonly VITE_REPLY_WITHIN_HOURS: number;
  /** The year in which the pages were written. */
  readonly VITE_BUILD_YEAR: number;
}

/** Photographs by the names of the pictures whose places they take (`tools/photographs.ts`). */
declare module "virtual:photographs" {
  const photographs: Partial<Record<string, import("../tools/photographs").Photograph>>;
  export default photographs;
}
