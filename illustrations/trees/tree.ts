import type { Planes } from "../foliage.ts";
import { type Leaves, mixed, type Wood } from "../palette.ts";
import { filled, type Markup, stroked } from "../svg.ts";

/** A tree as outlines relative to the foot of its trunk, 40 units to the meter. */
export interface Tree {
  /** The trunk and limbs: the whole, and the lit side. */
  bark: string;
  barkLit: string;
  /** The furrows, as strokes of 3 units. */
  furrows?: string;
  planes?: Planes;
}

/** Draws the planes and the scattered leaves in their order. */
export function foliage(planes: Planes, colors: Leaves): Markup {
  const strewn = (d: string, color: string) => (d ? stroked(d, color, planes.leafWidth) : "");
  return [
    planes.shade && filled(planes.shade, colors.shade),
    filled(planes.body, colors.body),
    strewn(planes.shadeLeaves, colors.shade),
    filled(planes.lit, colors.lit),
    strewn(planes.litLeaves, colors.lit),
    filled(planes.gleam, colors.gleam),
    strewn(planes.gleamLeaves, colors.gleam),
  ].join("");
}

/** Draws trunk and limbs in their two tones, with furrows. */
export function timber(tree: Tree, colors: Wood): Markup {
  return [
    tree.bark && filled(tree.bark, colors.shade),
    filled(tree.barkLit, colors.lit),
    tree.furrows ? stroked(tree.furrows, colors.shade, 3) : "",
  ].join("");
}

/** The colors of a tree. A `Weather` has them. */
export interface Growth {
  leaves: Leaves;
  wood: Wood;
}

/** Draws a tree: limbs behind leaves. */
export const standing = (tree: Tree, { leaves, wood }: Growth): Markup =>
  timber(tree, wood) + (tree.planes ? foliage(tree.planes, leaves) : "");

/** Returns a function that changes the leaves in the colors of a tree. */
const inLeaves =
  (change: (leaves: Leaves) => Leaves) =>
  <G extends Growth>(growth: G): G => ({ ...growth, leaves: change(growth.leaves) });

/** Applies the magnolia's colors: dark and glossy leaves. */
export const glossy = inLeaves(({ shade, body, lit, gleam }) => ({
  shade: mixed(shade, "#000000", 0.3),
  body: mixed(shade, body, 0.35),
  lit: mixed(body, lit, 0.45),
  gleam: mixed(lit, gleam, 0.3),
}));

/** Applies the tulip poplar's colors: light, yellowish leaves. */
export const bright = inLeaves(({ shade, body, lit, gleam }) => ({
  shade: mixed(shade, "#a9c34d", 0.15),
  body: mixed(body, "#a9c34d", 0.24),
  lit: mixed(lit, "#a9c34d", 0.3),
  gleam: mixed(gleam, "#a9c34d", 0.3),
}));

/** Applies the colors of leaves that have turned brown. */
export const withered = inLeaves(() => ({
  shade: "#33301c",
  body: "#5b5430",
  lit: "#7d7344",
  gleam: "#a3945a",
}));

/** Applies the colors of a pine that bark beetles have killed: red needles. */
export const reddened = inLeaves(() => ({
  shade: "#4a2b1c",
  body: "#7a4527",
  lit: "#a8653a",
  gleam: "#cf9360",
}));

/** Applies the colors of the crape myrtle's bark: smooth, and the color of cinnamon. */
export const smooth = ({ leaves, wood }: Growth): Growth => ({
  leaves,
  wood: { ...wood, lit: "#b07f5a" },
});
