import { expect, test } from "vitest";
import { leftWordsNotes, photographsNote } from "../commands/launch-check.ts";

test("the launch check names, by their pages, the pictures that are not photos", () => {
  expect(photographsNote(["home/hero", "home/hero-tall", "about/founder-1"])).toBe(
    "note     pictures        are still drawings or left out: home (hero, hero-tall), about (founder-1); " +
      "to use your own photos, see illustrations/README.md\n",
  );
  expect(photographsNote([])).toBe("");
});

test("the launch check names words of the sample company that are left, with file and line", () => {
  const files = [["about.ts", '// Jonah\n"Jonah climbs in Tucker, on red clay."']] as const;
  const named = (facts: string) => leftWordsNotes([...files], facts).match(/".*/g);
  expect(named('"Oregon"')).toEqual([
    '"Jonah" is left in about.ts:2',
    '"Tucker" is left in about.ts:2',
    '"clay" is left in about.ts:2',
  ]);
  expect(named('"GA" "Jonah Marlowe"')).toEqual(['"Tucker" is left in about.ts:2']);
});
