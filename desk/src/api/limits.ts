// Vite replaces this name with the values, so the bundle does not contain the API description.
declare const __LIMITS__: typeof import("../../limits.ts").LIMITS;

/** The server's limits that the desk shows or enforces. */
export const LIMITS = __LIMITS__;
