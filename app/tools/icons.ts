import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import { themeColor } from "../src/seo/theme-color.ts";

/** The favicon's file in `src/pictures/`. */
export const FAVICON = "site/favicon.svg";

const SIDE = 64;

/** A drawing as a PNG. Its letters are paths: no font of the machine comes into it. */
export function png(svg: string, width: number): Uint8Array {
  const drawing = new Resvg(svg, {
    fitTo: { mode: "width", value: width },
    font: { loadSystemFonts: false },
  });
  return drawing.render().asPng();
}

/** The source of a drawn picture, by its file in `src/pictures/`. */
export function drawing(file: string): string {
  return readFileSync(new URL(`../src/pictures/${file}`, import.meta.url), "utf8");
}

/** The favicon with its rounded corners. */
export function icon(size: number): Uint8Array {
  return png(drawing(FAVICON), size);
}

/** The favicon, taking `scale` of the square, on a ground that fills it, for systems that cut their own shape. */
export function fullIcon(size: number, scale: number): Uint8Array {
  const margin = (SIDE * (1 - scale)) / 2;
  return png(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">
      <rect width="${SIDE}" height="${SIDE}" fill="${themeColor}" />
      <g transform="translate(${margin} ${margin}) scale(${scale})">${drawing(FAVICON)}</g>
    </svg>`,
    size,
  );
}

/** An `.ico` file that holds one PNG, as every browser since Internet Explorer 11 reads it. */
export function ico(size: number): Uint8Array {
  const image = icon(size);
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon, not a cursor
  head.writeUInt16LE(1, 4); // one image
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits a pixel
  head.writeUInt32LE(image.length, 14);
  head.writeUInt32LE(head.length, 18); // where the image begins
  return Buffer.concat([head, image]);
}
