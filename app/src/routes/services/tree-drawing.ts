import { priceGuide } from "../../content/prices";
import grown from "../../pictures/services/size-grown.svg?url";
import house from "../../pictures/services/size-house.svg?url";
import wires from "../../pictures/services/size-wires.svg?url";
import yard from "../../pictures/services/size-yard.svg?url";
import young from "../../pictures/services/size-young.svg?url";
import { bandOf, stumpInches, type TreeSize } from "./tree-size";

const TRUNK = 36;

const YOUNG = 30;

/** The heights at which the table's rows end. Without a table: the heights of one, two, and three houses. */
const rows = priceGuide.trees.slice(0, -1).map(({ feet }) => feet);
const lines = rows.length > 0 ? rows : [30, 60, 90];

const picture = (href: string, x: number, y: number, width: number, height: number) =>
  `<image href="${href}" x="${x}" y="${y}" width="${width}" height="${height}"/>`;

/** The initial drawing: its layers from back to front. Layers without a picture are still empty. */
export const layers = `
  <g data-part="back"></g>
  ${picture(yard, 0, -105, 100, 113)}
  <g data-part="house">${picture(house, -2, -32, 40, 32)}</g>
  <g data-part="young">${picture(young, -50, -100, 100, 100)}</g>
  <g data-part="grown">${picture(grown, -50, -100, 100, 100)}</g>
  <g data-part="wires">${picture(wires, 0, -41, 100, 41)}</g>
  <g data-part="front" stroke="var(--color-canopy-950)" stroke-width=".4"></g>`;

/** Returns the transforms of the layers that have a picture, or `false` for a layer that is not shown. */
export function placesOf({ height, distance, ...shown }: TreeSize) {
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
