// Vite puts them in the place of this name: the description that they are from stays out of the bundle.
declare const __LIMITS__: typeof import("../../limits.ts").LIMITS;

/** The server's limits that the desk names. */
export const LIMITS = __LIMITS__;
