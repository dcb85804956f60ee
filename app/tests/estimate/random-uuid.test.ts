import { randomUuid } from "browser/random-uuid";
import { expect, test, vi } from "vitest";

const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("a random UUID is one of version 4, and no two are the same", () => {
  expect(randomUuid()).toMatch(version4);
  expect(randomUuid()).not.toBe(randomUuid());
});

test("so it is on a page without HTTPS, where the browser has none to offer", () => {
  const getRandomValues = (bytes: Uint8Array) => bytes.fill(0);
  vi.stubGlobal("crypto", { getRandomValues });
  expect(randomUuid()).toBe("00000000-0000-4000-8000-000000000000");
  vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes.fill(255) });
  expect(randomUuid()).toMatch(version4);
});
