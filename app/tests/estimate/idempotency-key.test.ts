import { beforeEach, expect, test, vi } from "vitest";
import { TabStorage } from "./tab-storage";

/** Returns the module in the state of a page that has just loaded. */
async function freshPage() {
  vi.resetModules();
  return import("../../src/features/estimate/idempotency-key");
}

beforeEach(() => {
  vi.stubGlobal("sessionStorage", new TabStorage());
});

test("the key is a UUID of version 7, so that keys are in the order of time", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23) });
  const { idempotencyKey } = await freshPage();
  expect(idempotencyKey()).toMatch(/^01a205b3-d000-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  vi.useRealTimers();
});

test.each([false, true])(
  "the key outlives the page, in its tab, with Global Privacy Control %s",
  async (gpc) => {
    vi.stubGlobal("navigator", { globalPrivacyControl: gpc });
    const first = (await freshPage()).idempotencyKey();
    expect((await freshPage()).idempotencyKey()).toBe(first);
  },
);

test("once it is forgotten, the next request has another key", async () => {
  const { idempotencyKey, forgetIdempotencyKey } = await freshPage();
  const first = idempotencyKey();
  forgetIdempotencyKey();
  expect(idempotencyKey()).not.toBe(first);
});
