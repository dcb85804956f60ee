import { pages } from "../../app/src/pages.ts";

/** A path that no page has. */
export const missingPath = "/no/such/page";

/** The addresses that are answered with a page without one. */
const addresses: Readonly<Record<string, string>> = {
  "/404": missingPath,
  "/contact/sent": "/contact?sent",
};

/** Every page, by an address at which it is shown. */
export const paths = Object.values(pages).map(({ path }) => addresses[path] ?? path);

/** Chromium reports the status of the page itself as an error. */
export const missingPage = /Failed to load resource: .* 404/;
