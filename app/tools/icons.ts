import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import { themeColor } from "browser/theme-color.ts";

/** The favicon's file in `src/pictures/`. */
export const FAVICON = "site/favicon.svg";

const SIDE = 64;

/** Renders a drawing as a PNG. Its letters are paths, so it does not depend on installed fonts. */
export function png(svg: string, width: number): Uint8Array {
  const drawing = new Resvg(svg, {
    fitTo: { mode: "width", value: width },
    font: { loadSystemFonts: false },
  });
  return drawing.render().asPng();
}

/** Returns the source of a drawing by its file in `src/pictures/`. */
export function drawing(file: string): string {
  return readFileSync(new URL(`../src/pictures/${file}`, import.meta.url), "utf8");
}

/** Returns the favicon with its rounded corners. */
export function icon(size: number): Uint8Array {
  return png(drawing(FAVICON), size);
}

/** Returns the favicon at `scale` of the square, on a full background, for systems that cut their own shape. */
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

/** Returns an `.ico` file with one PNG, which all browsers since Internet Explorer 11 can read. */
export function ico(size: number): Uint8Array {
  const image = icon(size);
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon, not a cursor
  head.writeUInt16LE(1, 4); // one image
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // color planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(image.length, 14);
  head.writeUInt32LE(head.length, 18); // the offset of the image
  return Buffer.concat([head, image]);
}
