/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The public key that is sent with a lead. */
  readonly VITE_ANON_KEY: string;
  /** The address of the site, without a slash at its end. */
  readonly VITE_PUBLIC_URL: string;
  /** The company's name as the prefix of storage keys. The script does not contain the company's facts. */
  readonly VITE_COMPANY_SLUG: string;
  readonly VITE_REPLY_WITHIN_HOURS: number;
  readonly VITE_BUILD_YEAR: number;
}

/** The pictures with their sizes, and the photos by the names of the pictures that they replace. */
declare module "virtual:pictures" {
  export const pictures: typeof import("../tools/picture-sizes").pictures;
  export const photographs: Partial<Record<string, import("../tools/photographs").Photograph>>;
}
