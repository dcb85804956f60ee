import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { pages } from "../../app/src/pages.ts";
import { ordinaryAnswers } from "../estimate/estimate-page.ts";

/** A path without a page. */
export const missingPath = "/no/such/page";

/** The address of the confirmation. */
export const sentPath = "/contact?sent";

/** The addresses of the pages that have no path of their own. */
const addresses: Readonly<Record<string, string>> = {
  "/404": missingPath,
  "/contact/sent": sentPath,
};

/** One address of each page. */
export const paths = Object.values(pages).map(({ path }) => addresses[path] ?? path);

/** Sends a request from this browser, since the confirmation is shown only to the browser that sent one. */
export async function sendOnce(page: Page, site: string): Promise<void> {
  const name = { firstName: "Ann", lastName: "Alder", session_id: randomUUID() };
  // No email, which has to break in large text.
  const form = { ...ordinaryAnswers, email: "", urgency: "routine", ...name };
  await page.context().request.post(`${site}/contact`, { form });
}

/** Chromium reports the page's own 404 as an error. */
export const missingPage = /Failed to load resource: .* 404/;
