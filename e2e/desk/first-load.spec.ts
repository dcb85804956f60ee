import type { Request } from "@playwright/test";
import { expect, sendRequest, test } from "./desk-page.ts";

/** The limit of what the desk loads for a signed-in person, compressed, without fonts and API responses. */
const LIMIT_BYTES = 110 * 1024;

const COUNTED = ["document", "stylesheet", "script"];

const isRule = (request: Request) => request.url().endsWith(".wasm");

test("the desk loads little, the rule of the log included", async ({ desk, page }) => {
  const requests: Request[] = [];
  page.on("request", (request) => {
    const isCounted = COUNTED.includes(request.resourceType()) || isRule(request);
    if (new URL(request.url()).pathname.startsWith("/desk") && isCounted) requests.push(request);
  });
  const rule = page.waitForEvent("requestfinished", isRule);
  await desk.signIn();
  await rule;
  // Not the transferred size: the service worker may already have loaded the rule.
  const sizes = requests.map(async (request) =>
    Number(await (await request.response())?.headerValue("content-length")),
  );
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size);
  expect(total).toBeGreaterThan(LIMIT_BYTES / 2);
  expect(total).toBeLessThanOrEqual(LIMIT_BYTES);
});

test("the list is shown before the rule is loaded", async ({ desk, page, site, visitor }) => {
  await sendRequest(site, visitor);
  const shown = Promise.withResolvers<void>();
  await page.route("**/*.wasm", async (route) => {
    await shown.promise;
    await route.continue();
  });
  const rule = page.waitForEvent("requestfinished", isRule);
  await desk.signIn();
  await expect(desk.row(visitor.name)).toBeVisible();
  shown.resolve();
  await rule;
});
