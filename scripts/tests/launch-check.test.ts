import { expect, test } from "vitest";
import { photographsNote } from "../commands/launch-check.ts";

test("the launch check names, by their pages, the pictures that are no photographs", () => {
  expect(photographsNote(["home/hero", "home/hero-tall", "about/climber"])).toBe(
    "note     pictures        are drawings still, or left out, where photographs of yours can be: " +
      "home (hero, hero-tall), about (climber); illustrations/README.md says how\n",
  );
  expect(photographsNote([])).toBe("");
});
