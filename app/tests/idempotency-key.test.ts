import { expect, test } from "vitest";
import { IdempotencyKey } from "../src/features/estimate/idempotency-key";
import { estimate } from "./sample-estimate";

test("the key stays while the content stays", () => {
  const key = new IdempotencyKey();
  expect(key.for({ ...estimate })).toBe(key.for({ ...estimate }));
});

test("other content has another key, and so has the first content after it", () => {
  const key = new IdempotencyKey();
  const first = key.for(estimate);
  const second = key.for({ ...estimate, message: "And the maple." });
  expect(second).not.toBe(first);
  expect(key.for(estimate)).not.toBe(first);
});

test("a renewed key is another one for the same content", () => {
  const key = new IdempotencyKey();
  const first = key.for(estimate);
  key.renew();
  expect(key.for(estimate)).not.toBe(first);
});

test("a key is a UUID", () => {
  expect(new IdempotencyKey().for(estimate)).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});
