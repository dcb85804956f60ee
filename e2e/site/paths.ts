import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { pages } from "../../app/src/pages.ts";
import { ordinaryAnswers } from "../estimate/estimate-page.ts";

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
  const name = { firstName: "Ann", lastName: "Alder", session_id: randomUUID() };
  // Without an address, which breaks in large text, as it has to.
  const form = { ...ordinaryAnswers, email: "", urgency: "routine", ...name };
  await page.context().request.post(`${site}/contact`, { form });
}

/** Chromium reports the status of the page itself as an error. */
export const missingPage = /Failed to load resource: .* 404/;
