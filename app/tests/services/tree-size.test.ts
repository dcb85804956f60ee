import { validate } from "validator-wasm";
import { afterEach, expect, test, vi } from "vitest";
import { priceGuide, shownRange } from "../../src/content/prices";
import { properties } from "../../src/routes/services/content";
import {
  bandOf,
  distanceInWords,
  firstSize,
  heightInWords,
  limits,
  measuresOf,
  sizeInWords,
  type TreeSize,
} from "../../src/routes/services/tree-sizer/tree-size";
import { pictures } from "../../tools/picture-sizes";
import { estimate } from "../estimate/sample-estimate";

const [low, middle, high, highest] = priceGuide.trees;
const sized = (size: Partial<TreeSize>) => ({ ...firstSize, distance: 50, ...size });

test.each([
  [10, "10 feet, about half a two-story house"],
  [30, "30 feet, about a two-story house"],
  [45, "45 feet, about 1.5 times a two-story house"],
  [60, "60 feet, about 2 times a two-story house"],
  [100, "100 feet or more, about 3.5 times a two-story house"],
])("%i feet are so many houses", (height, words) => {
  expect(heightInWords(height)).toBe(words);
});

test("branches reach the house from a third of the height", () => {
  const at = (distance: number) => distanceInWords(sized({ height: 60, distance }));
  expect(at(25)).toBe("25 feet, branches clear of the house");
  expect(at(20)).toBe("20 feet, branches reach the house");
  expect(at(50)).toBe("50 feet or more, branches clear of the house");
});

test.each([
  [10, low],
  [30, low],
  [35, middle],
  [60, middle],
  [65, high],
  [80, high],
  [85, highest],
  [100, highest],
])("a tree of %i feet has its row of the table", (height, row) => {
  if (!row) throw new Error("The table has four rows.");
  const open = { range: shownRange(row.open), of: `${row.height}, in an open yard` };
  const tight = { range: shownRange(row.tight), of: `${row.height}, every piece on a rope` };
  expect(bandOf(sized({ height }))).toEqual(open);
  expect(bandOf(sized({ height, wires: true }))).toEqual(tight);
  if (height > limits.distance[0] * 3)
    expect(bandOf(sized({ height, distance: 5 }))).toEqual(tight);
});

test.each([
  [20, 0],
  [45, 1],
  [60, 2],
  [100, 3],
])("the stump of a tree of %i feet is added", (height, row) => {
  const stump = priceGuide.stumps[row];
  const tree = priceGuide.trees.find(({ feet }) => height <= feet);
  if (!stump || !tree) throw new Error("Both tables have the row.");
  const band = bandOf(sized({ height, stump: true }));
  const [from, to] = [0, 1].map((end) => (tree.open[end] ?? 0) + (stump.range[end] ?? 0));
  expect(band?.range).toBe(shownRange([from ?? 0, to ?? 0]));
  expect(band?.of).toContain(`with a stump of ${stump.size.replace("-", " to ")}`);
});

const range = ([from, to]: readonly [number, number]) =>
  Array.from({ length: (to - from) / 5 + 1 }, (_, step) => from + step * 5);
const all = range(limits.height).flatMap((height) =>
  range(limits.distance).flatMap((distance) =>
    [true, false].map((either) => ({ height, distance, wires: either, stump: !either })),
  ),
);

test("the words for the details are one line, which the rules take", () => {
  expect(sizeInWords({ height: 45, distance: 10, wires: true, stump: false })).toBe(
    "My tree: 45 feet, about 1.5 times a two-story house; 10 feet from the house, branches reach the house. Wires near it. The stump can stay. Price guide: " +
      `${shownRange(middle?.tight ?? [0, 0])}.`,
  );
  expect(validate({ ...estimate, message: properties.details })).toBeUndefined();
  for (const size of all) {
    const message = sizeInWords(size);
    expect(message).not.toContain("\n");
    expect(validate({ ...estimate, message }), message).toBeUndefined();
  }
});

test.each(["young", "grown"] as const)("the drawn crown of the %s tree reaches as far", (age) => {
  const { width, height } = pictures[`services/size-${age}`];
  expect(width / height / 2).toBeCloseTo(0.35, 1);
});

test("the drawing has the tree in the band that is named", () => {
  for (const size of all) {
    const [, top, bottom] = /M0-(\d+)h100V-(\d+)/.exec(measuresOf(size).back) ?? [];
    expect(Number(top)).toBeGreaterThanOrEqual(size.height);
    expect(Number(bottom)).toBeLessThan(size.height);
  }
});

afterEach(() => vi.doUnmock("../../src/content/prices.ts"));

test("without prices there is no band, and the words stay", async () => {
  vi.resetModules();
  vi.doMock("../../src/content/prices.ts", async (original) => ({
    ...(await original<object>()),
    priceGuide: { trees: [], stumps: [] },
  }));
  const without = await import("../../src/routes/services/tree-sizer/tree-size");
  for (const size of all) {
    expect(without.bandOf(size)).toBeUndefined();
    expect(without.measuresOf(size).back).not.toContain("lime-300");
    expect(without.sizeInWords(size)).toBe(sizeInWords(size).replace(/ Price guide: .*/, ""));
  }
});
