/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The public key that goes with a lead. */
  readonly VITE_ANON_KEY: string;
  /** Where visitors reach the site, without a slash at its end. */
  readonly VITE_PUBLIC_URL: string;
  /** The year in which the pages were written. */
  readonly VITE_BUILD_YEAR: number;
}
