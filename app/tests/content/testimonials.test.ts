import { expect, test } from "vitest";
import { reviewOf, testimonials } from "../../src/content/testimonials";

test.each(testimonials)("$id says beside a button what it says in full", ({ excerpt, text }) => {
  expect(text).toContain(excerpt);
});

test("a page gets a review of its own work, or none", () => {
  for (const { service } of testimonials) expect(reviewOf(service)?.service).toBe(service);
});
