import { readTab, writeTab } from "../../../api/tab-storage";
import { type PriceRange, priceGuide, shownRange } from "../../../content/prices";
import { DRAFT } from "../../../features/estimate/estimate-draft";
import grown from "../../../pictures/services/size-grown.svg?url";
import house from "../../../pictures/services/size-house.svg?url";
import wires from "../../../pictures/services/size-wires.svg?url";
import yard from "../../../pictures/services/size-yard.svg?url";
import young from "../../../pictures/services/size-young.svg?url";

/** The size of a tree as the visitor enters it, in feet. */
export interface TreeSize {
  height: number;
  /** The distance from the trunk to the wall. */
  distance: number;
  wires: boolean;
  /** Whether the stump is ground too. */
  stump: boolean;
}

/** The initial size in the sizer. */
export const firstSize: TreeSize = { height: 45, distance: 20, wires: false, stump: false };

/** The ranges of the sizer. The upper limit stands for all values beyond it. */
export const limits = { height: [10, 100], distance: [5, 50] } as const;

/** The reach of the branches, as a share of the tree's height. */
const REACH = 0.35;

/** Half the height of the house that trees are compared to, in feet. */
const HALF_HOUSE = 15;

/** Returns the diameter of the stump at the ground, including the flare. */
const stumpInches = ({ height }: TreeSize) => height / 2;

function feet(name: keyof typeof limits, value: number): string {
  return `${value} feet${value >= limits[name][1] ? " or more" : ""}`;
}

/** Returns the height in words: `75 feet, about 2.5 times a two-story house`. */
export function heightInWords(height: number): string {
  const halves = Math.max(1, Math.round(height / HALF_HOUSE));
  const times = ["half ", ""][halves - 1] ?? `${halves / 2} times `;
  return `${feet("height", height)}, about ${times}a two-story house`;
}

const reachesHouse = ({ height, distance }: TreeSize) => distance < height * REACH;

const reachInWords = (size: TreeSize) =>
  reachesHouse(size) ? "branches reach the house" : "branches clear of the house";

/** Returns the distance in words: `10 feet, branches reach the house`. */
export const distanceInWords = (size: TreeSize) =>
  `${feet("distance", size.distance)}, ${reachInWords(size)}`;

/** The beginning of the text for the request's details. */
const DETAILS = "My tree: ";

/** Returns the description of the tree for the request's details, in one line, with what the page said of its price. */
export function sizeInWords(size: TreeSize): string {
  const distance = feet("distance", size.distance);
  const wires = size.wires ? "Wires near it" : "No wires near it";
  const stump = size.stump ? "Grind the stump too" : "The stump can stay";
  const band = bandOf(size);
  const price = band ? ` Price guide: ${band.range}.` : "";
  return `${DETAILS}${heightInWords(size.height)}; ${distance} from the house, ${reachInWords(size)}. ${wires}. ${stump}.${price}`;
}

interface Band {
  range: string;
  /** The description of the table's row and column. */
  of: string;
}

/** Returns the price range of the tree and its stump, if that is ground; `undefined` if there are no prices. */
export function bandOf(size: TreeSize): Band | undefined {
  const { stumps } = priceGuide;
  const tree = priceGuide.trees.find(({ feet }) => size.height <= feet) ?? priceGuide.trees.at(-1);
  if (!tree) return undefined;
  const tight = size.wires || reachesHouse(size);
  const inches = stumpInches(size);
  const stump = size.stump && (stumps.find((it) => inches <= it.inches) ?? stumps.at(-1));
  const [from, to] = tight ? tree.tight : tree.open;
  const range: PriceRange = stump ? [from + stump.range[0], to + stump.range[1]] : [from, to];
  const of = `${tree.height}, ${tight ? "every piece on a rope" : "in an open yard"}`;
  return {
    range: shownRange(range),
    of: stump ? `${of}; with a stump of ${stump.size.replace("-", " to ")}` : of,
  };
}

/** The position of the trunk in the drawing. */
const TRUNK = 36;

/** The height up to which the tree is drawn as a young one. */
const YOUNG = 30;

/** The heights at which the table's rows end. Without a table: the heights of one, two, and three houses. */
const rows = priceGuide.trees.slice(0, -1).map(({ feet }) => feet);
const lines = rows.length > 0 ? rows : [30, 60, 90];

const picture = (href: string, x: number, y: number, width: number, height: number) =>
  `<image href="${href}" x="${x}" y="${y}" width="${width}" height="${height}"/>`;

/** The initial drawing: its layers from back to front. Layers without a picture are still empty. */
const layers = `
  <g data-part="back"></g>
  ${picture(yard, 0, -105, 100, 113)}
  <g data-part="house">${picture(house, -2, -32, 40, 32)}</g>
  <g data-part="young">${picture(young, -50, -100, 100, 100)}</g>
  <g data-part="grown">${picture(grown, -50, -100, 100, 100)}</g>
  <g data-part="wires">${picture(wires, 0, -41, 100, 41)}</g>
  <g data-part="front" stroke="var(--color-canopy-950)" stroke-width=".4"></g>`;

/** Returns the transforms of the layers that have a picture, or `false` for a layer that is not shown. */
function placesOf({ height, distance, ...shown }: TreeSize) {
  const tree = `translate(${TRUNK})scale(${height / 100})`;
  return {
    house: `translate(${TRUNK + distance})`,
    young: height <= YOUNG && tree,
    grown: height > YOUNG && tree,
    wires: shown.wires && "translate(0)",
  };
}

/** Returns the markup behind and in front of the pictures: the table's height range, and the dimension lines. */
export function measuresOf(size: TreeSize) {
  const { height, distance, stump } = size;
  const top = lines.find((line) => line >= height) ?? 105;
  const bottom = Math.max(0, ...lines.filter((line) => line < height));
  const wall = TRUNK + distance;
  const half = stumpInches(size) / 24 + 0.5;
  const text = (x: number, y: number, anchor: string, words: string) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;
  return {
    back: `
      <path d="M0-105h100V8H0z" fill="var(--color-paper-100)"/>
      ${bandOf(size) ? `<path d="M0-${top}h100V-${bottom}H0z" fill="var(--color-lime-300)" fill-opacity=".5"/>` : ""}
      <path d="${lines.map((line) => `M0-${line}h100`).join("")}" stroke="var(--color-bark-500)" stroke-width=".25" stroke-dasharray="1"/>`,
    front: `
      <path d="M3 0V-${height}M1.5-${height}H${TRUNK}M1.5 0h3M${TRUNK} 4H${wall}M${TRUNK} 2.5v3M${wall} 2.5v3"/>
      ${stump ? `<path d="M${TRUNK - half} 0q${half} 2 ${half * 2} 0z" fill="var(--color-paper-200)"/>` : ""}
      <g fill="var(--color-canopy-950)" stroke="none" font-size="4" font-weight="700">
        ${text(4.5, -height - 1.2, "start", `${height} ft`)}
        ${text(wall + 1.5, 5.5, "start", `${distance} ft`)}
        ${text(22, -7.5, "middle", "5 ft 9")}
        ${lines.map((line) => text(99, -line - 1, "end", `${line} ft`)).join("")}
        ${stump ? text(TRUNK - 2, 5.5, "end", "stump ground") : ""}
      </g>`,
  };
}

/** Updates the drawing and the words of the sizer (`tree-sizer.tsx`) from its controls. */
export function followControls(sizer: HTMLElement): void {
  const part = (name: string) => sizer.querySelector(`[data-part=${name}]`) as HTMLElement;
  const control = (name: string) => sizer.querySelector(`[name=tree-${name}]`) as HTMLInputElement;
  const link = part("send") as HTMLAnchorElement;
  const form = link.href;
  let details = "";

  const show = () => {
    const size = {
      height: control("height").valueAsNumber,
      distance: control("distance").valueAsNumber,
      wires: control("wires").checked,
      stump: control("stump").checked,
    };
    for (const [name, place] of Object.entries(placesOf(size))) {
      part(name).toggleAttribute("hidden", !place);
      if (place) part(name).setAttribute("transform", place);
    }
    for (const [name, markup] of Object.entries(measuresOf(size))) part(name).innerHTML = markup;
    const words = { height: heightInWords(size.height), distance: distanceInWords(size) };
    for (const [name, text] of Object.entries({ ...words, ...bandOf(size) })) {
      // Screen readers would announce an unchanged text again.
      if (part(name).textContent !== text) part(name).textContent = text;
    }
    for (const [name, text] of Object.entries(words)) control(name).ariaValueText = text;
    part("wiresNote").hidden = !size.wires;
    details = sizeInWords(size);
    link.href = `${form}&message=${encodeURIComponent(details)}`;
  };

  part("drawing").innerHTML = layers;
  sizer.addEventListener("input", show);
  // A draft takes precedence over the address, so the words go into it. They replace those of another size.
  link.addEventListener("click", () => {
    const draft = new Map<string, string>(JSON.parse(readTab(DRAFT) ?? "[]"));
    const typed = (draft.get("message") ?? "").split("\n");
    const lines = typed.filter((line) => line && !line.startsWith(DETAILS));
    draft.set("message", [...lines, details].join("\n"));
    writeTab(DRAFT, JSON.stringify([...draft]));
  });
  // The visitor or the browser may have changed the values before this script loaded.
  show();
}
