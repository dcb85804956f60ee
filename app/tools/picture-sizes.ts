import { readFileSync } from "node:fs";
import { drawingAlts, type Picture, type PictureName, portraits } from "../src/content/pictures.ts";

/** Every picture of the site, by name, with the size of its drawing's file. */
export const pictures = {
  ...Object.fromEntries(
    Object.entries(drawingAlts).map(([name, alt]) => [name, { ...drawnSize(name), alt }]),
  ),
  ...portraits,
} as Readonly<Record<PictureName, Picture>>;

function drawnSize(name: string): Pick<Picture, "width" | "height"> {
  const drawing = readFileSync(new URL(`../src/pictures/${name}.svg`, import.meta.url), "utf8");
  const [, width, height] = / width="(\d+)" height="(\d+)"/.exec(drawing) ?? [];
  if (!width) throw new Error(`app/src/pictures/${name}.svg has no size`);
  return { width: Number(width), height: Number(height) };
}
