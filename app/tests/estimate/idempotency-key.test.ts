import { beforeEach, expect, test, vi } from "vitest";
import { estimate } from "./sample-estimate";
import { TabStorage } from "./tab-storage";

/** Returns the module in the state of a page that has just loaded. */
async function freshPage() {
  vi.resetModules();
  return import("../../src/features/estimate/idempotency-key");
}

beforeEach(() => {
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("sessionStorage", new TabStorage());
});

test("the key stays while the content stays", async () => {
  const { idempotencyKey } = await freshPage();
  expect(idempotencyKey({ ...estimate })).toBe(idempotencyKey({ ...estimate }));
});

test("the key is a UUID of version 7, so that keys are in the order of time", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23) });
  const { idempotencyKey } = await freshPage();
  expect(idempotencyKey(estimate)).toMatch(
    /^01a205b3-d000-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
  vi.useRealTimers();
});

test("the key outlives the page, in its tab", async () => {
  const first = (await freshPage()).idempotencyKey(estimate);
  expect((await freshPage()).idempotencyKey(estimate)).toBe(first);
});

test("under Global Privacy Control the key lasts as long as the page, and nothing is stored", async () => {
  vi.stubGlobal("navigator", { globalPrivacyControl: true });
  const { idempotencyKey } = await freshPage();
  const first = idempotencyKey(estimate);
  expect(idempotencyKey(estimate)).toBe(first);
  expect((await freshPage()).idempotencyKey(estimate)).not.toBe(first);
});

test("other content has another key, and so has the first content after it", async () => {
  const { idempotencyKey } = await freshPage();
  const first = idempotencyKey(estimate);
  const second = idempotencyKey({ ...estimate, message: "And the maple." });
  expect(second).not.toBe(first);
  expect(idempotencyKey(estimate)).not.toBe(first);
});

test("once it is forgotten, the same content has another key", async () => {
  const { idempotencyKey, forgetIdempotencyKey } = await freshPage();
  const first = idempotencyKey(estimate);
  forgetIdempotencyKey();
  expect(idempotencyKey(estimate)).not.toBe(first);
});
