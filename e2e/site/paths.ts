import type { Page } from "@playwright/test";
import { pages } from "../../app/src/pages.ts";

/** A path that no page has. */
export const missingPath = "/no/such/page";

/** The address of the confirmation. */
export const sentPath = "/contact?sent";

/** The addresses that are answered with a page without one. */
const addresses: Readonly<Record<string, string>> = {
  "/404": missingPath,
  "/contact/sent": sentPath,
};

/** Every page, by an address at which it is shown. */
export const paths = Object.values(pages).map(({ path }) => addresses[path] ?? path);

/** Makes a browser one that has sent a request: to others there is no confirmation. */
export async function sendOnce(page: Page, site: string): Promise<void> {
  const sent = { saved_at: Math.floor(Date.now() / 1000), firstName: "Ann Alder", phone: "12" };
  const value = Buffer.from(JSON.stringify(sent)).toString("base64url");
  await page.context().addCookies([{ name: "sent", value, url: `${site}/contact` }]);
}

/** Chromium reports the status of the page itself as an error. */
export const missingPage = /Failed to load resource: .* 404/;
