// Vite replaces this name with the values, so the bundle does not contain the whole description.
declare const __API_DESCRIPTION__: typeof import("../../api-description.ts").API_DESCRIPTION;

/** The server's limits that the desk shows or enforces, and the JSON types of a lead's fields. */
export const { limits: LIMITS, leadTypes: LEAD_TYPES } = __API_DESCRIPTION__;
