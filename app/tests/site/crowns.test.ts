import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import { expect, test } from "vitest";
import { evening, mixed, morning, onDark } from "../../../illustrations/palette.ts";
import { tufted, tufts } from "../../../illustrations/scenes/tree-pruning/quarter.ts";
import { Drawing, placed } from "../../../illustrations/svg.ts";
import { standing } from "../../../illustrations/trees/tree.ts";

/** The largest share that pruning may take: a quarter of the live crown (`crownRule`). */
const QUARTER = 0.25;
/** The y coordinate below which there are bushes, which nobody prunes. */
const CROWN_BOTTOM = 700;
/** The tolerance for an outline: a foot and a half, because leaves move. */
const STIR = 15;
/** The tolerance for a size in feet, beside 6 percent of it: leaves move, and the ends of bark are thin. */
const TOLERANCE = 0.1;
const WHOLE: Box = [0, 0, 4096, 4096];
/** Ten feet beside the house in `before` and `after`, which is drawn at 0.8 of 40 units per meter. */
const TEN_FEET = 10 * 0.3048 * 40 * 0.8;

const picture = (name: string) =>
  readFileSync(new URL(`../../src/pictures/${name}.svg`, import.meta.url), "utf8");
const committed = (name: string) => picture(`tree-pruning/${name}`);

type Dot = readonly [x: number, y: number];

/** Returns the points above `bottom` at which a drawing has one of these colors. */
function dots(svg: string, colors: string[], bottom = CROWN_BOTTOM): Dot[] {
  const { width, height, pixels } = new Resvg(svg).render();
  const view = new DataView(pixels.buffer, pixels.byteOffset);
  const wanted = new Set(colors.map((color) => Number.parseInt(color.slice(1), 16)));
  const found: Dot[] = [];
  for (let y = 0; y < Math.min(height, bottom); y++)
    for (let x = 0; x < width; x++)
      if (wanted.has(view.getUint32((y * width + x) * 4) >>> 8)) found.push([x, y]);
  return found;
}

const leaves = Object.values(morning.leaves);
const leavesOf = (name: string) => dots(committed(name), leaves);
const gone = (before: number, after: number) => 1 - after / before;

/** Returns the outermost of the points. */
function edge(all: Dot[]): Dot[] {
  const row = 4096;
  const taken = new Set(all.map(([x, y]) => y * row + x));
  return all.filter(([x, y]) => [-1, 1, -row, row].some((step) => !taken.has(y * row + x + step)));
}

/** Returns the extent of a crown from its points. */
const reach = (leaves: Dot[]) => ({
  left: Math.min(...new Set(leaves.map(([x]) => x))),
  top: Math.min(...new Set(leaves.map(([, y]) => y))),
});

test.each(["cleaning", "thinning", "raising", "reduction"])(
  "crown %s takes no more than a quarter of the leaves drawn",
  (cut) => {
    const share = gone(leavesOf("base").length, leavesOf(cut).length);
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThanOrEqual(QUARTER);
  },
);

test("the oak keeps three quarters of its leaves, its height and its outline, and has ten feet to the roof", () => {
  const [before, after] = [leavesOf("before"), leavesOf("after")];
  const share = gone(before.length, after.length);
  expect(share).toBeGreaterThan(0.1);
  expect(share).toBeLessThanOrEqual(QUARTER);

  const [grown, kept] = [reach(before), reach(after)];
  expect(Math.abs(kept.top - grown.top)).toBeLessThan(STIR);
  expect(Math.abs(kept.left - grown.left)).toBeLessThan(STIR);

  const roof = edge(dots(committed("after"), [morning.roof.body, morning.roof.lit]));
  let nearest = Number.POSITIVE_INFINITY;
  for (const [x, y] of edge(after.filter((dot) => dot[0] > 600)))
    for (const [rx, ry] of roof) nearest = Math.min(nearest, Math.hypot(x - rx, y - ry));
  expect(nearest).toBeGreaterThanOrEqual(TEN_FEET);
});

test("the quarter in outline is a quarter of the tufts, and of the leaves", () => {
  const pale = Object.values(onDark);
  const whole = new Drawing(1120, 800).add(
    placed(556, 786, 0.9, standing(tufted(tufts), { ...morning, leaves: onDark })),
  );
  expect(committed("quarter").match(/stroke-dasharray/g)).toHaveLength(tufts.length / 4);
  const share = gone(dots(String(whole), pale).length, dots(committed("quarter"), pale).length);
  expect(share).toBeGreaterThan(0.22);
  expect(share).toBeLessThanOrEqual(QUARTER);
});

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A part of a picture: the points of these colors, in this box. */
interface Part {
  colors: string[];
  box?: Box;
  /** The box of the boot beside it, a foot long, if there is no person. */
  boot?: Box;
  /** The person who stands beside it, counted from the back to the front. */
  person?: number;
  /** The distance of that person divided by the distance of the part. */
  nearer?: number;
  /** The ground below it. */
  ground?: number;
}

/** Returns the edges of a part of a drawing. */
function edges(svg: string, { colors, box: [left, top, right, bottom] = WHOLE }: Part) {
  const part = dots(svg, colors, bottom).filter(([x, y]) => x >= left && x < right && y >= top);
  const ends = (i: 0 | 1) => {
    const all = part.map((dot) => dot[i]).sort((a, b) => a - b);
    return [all[0] ?? 0, (all.at(-1) ?? 0) + 1] as const;
  };
  const [[west, east], [north, south]] = [ends(0), ends(1)];
  return { wide: east - west, high: south - north, south };
}

/** Returns the size of a part, and its height above the ground, in feet: by a person of 5 ft 9, or by a boot. */
function size(name: string, { boot, person = 0, nearer = 1, ground = 0, ...part }: Part) {
  const svg = picture(name);
  // Nothing but the eyes of a person is drawn like this. The person is 72 units tall at the scale of its group.
  const people = svg.matchAll(
    /scale\(([\d.]+)\)">(?:<(?:path|circle) [^>]*>)*?<path [^>]*stroke="#2b1d14" stroke-width="1.8"/g,
  );
  const feet = [...people].map(([, scale]) => (nearer * Number(scale) * 72) / 5.75);
  const foot = boot ? edges(svg, { colors: ["#241a12"], box: boot }).wide : (feet[person] ?? 0);
  const { wide, high, south } = edges(svg, part);
  return { wide: wide / foot, high: high / foot, above: (ground - south) / foot };
}

const bark = [morning.wood.shade, morning.wood.lit];
const hole = [mixed("#d9b07a", "#6b4a36", 0.3), mixed("#cfa673", "#5b4030", 0.35)];
/** The boot, and the class, width, and box of each stump in the size guide. */
const boot: Box = [60, 300, 240, 430];
const guide: [string, inches: number, Box][] = [
  ["6-12 in across", 10, [280, 0, 400, 480]],
  ["12-24 in across", 19, [460, 0, 690, 480]],
  ["24-36 in across", 30, [720, 0, 1084, 480]],
  ["36+ in across", 41, [1084, 0, 1560, 480]],
];

type Row = [string, string, "wide" | "high" | "above", feet: number, Part];

test.each<Row>([
  ["stump-grinding/ground", "12 in deep", "high", 1, { colors: hole, box: [0, 260, 600, 360] }],
  [
    "stump-grinding/depth",
    "12 in deep",
    "high",
    1,
    { colors: hole, box: [0, 430, 1200, 900], boot: [0, 300, 300, 450] },
  ],
  ...guide.map(
    ([text, inches, box]): Row => [
      "stump-grinding/sizes",
      text,
      "wide",
      inches / 12,
      { colors: bark, box, boot },
    ],
  ),
  [
    "portfolio/stump-row",
    "22 in across",
    "wide",
    22 / 12,
    { colors: bark, box: [850, 800, 1000, 900], person: 1, nearer: 43 / 34 },
  ],
  [
    "portfolio/stump-row",
    "14 in across",
    "wide",
    14 / 12,
    { colors: bark, box: [710, 740, 790, 800], person: 1, nearer: 33 / 34 },
  ],
  [
    "tree-pruning/raising",
    "8 ft over the walk",
    "above",
    8,
    { colors: leaves, box: [120, 0, 240, 790], ground: 800 },
  ],
  [
    "tree-pruning/raising",
    "14 ft over the street",
    "above",
    14,
    { colors: leaves, box: [940, 0, 1190, 790], ground: 800 },
  ],
  [
    "tree-pruning/young",
    "25 ft",
    "high",
    25,
    { colors: [...leaves, ...bark], box: [150, 0, 360, 330] },
  ],
  [
    "tree-pruning/mature",
    "66 ft",
    "high",
    66,
    { colors: [...leaves, ...bark], box: [60, 0, 700, 810] },
  ],
  [
    "portfolio/crown-thinning",
    "80 ft wide",
    "wide",
    80,
    { colors: Object.values(evening.leaves), box: [0, 0, 1200, 560] },
  ],
])("%s: %s", (name, _, way, feet, part) => {
  expect(Math.abs(size(name, part)[way] - feet)).toBeLessThan(TOLERANCE + feet * 0.06);
});
