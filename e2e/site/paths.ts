import { pages } from "../../app/src/pages.ts";

/** A path that no page has. */
export const missingPath = "/no/such/page";

/** Every page; the one for missing ones stands at a missing path. */
export const paths = Object.values(pages).map(({ path }) => (path === "/404" ? missingPath : path));

/** Chromium reports the status of the page itself as an error. */
export const missingPage = /Failed to load resource: .* 404/;
