import { expect, test } from "vitest";
import { photographsNote } from "../commands/launch-check.ts";

test("the launch check names, by their pages, the pictures that are not photos", () => {
  expect(photographsNote(["home/hero", "home/hero-tall", "about/founder-1"])).toBe(
    "note     pictures        are still drawings or left out: home (hero, hero-tall), about (founder-1); " +
      "to use your own photos, see illustrations/README.md\n",
  );
  expect(photographsNote([])).toBe("");
});
