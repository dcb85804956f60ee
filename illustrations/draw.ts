// Draws the site's pictures, or checks that the committed pictures are what the code draws.
// Run: npm run pictures [-- --check] [name…]

import { globSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import type { Drawing } from "./svg.ts";

/** The maximum size of a picture in bytes, compressed with brotli. */
const LIMIT_BYTES = 15 * 1024;

const FOLDER = fileURLToPath(new URL("../app/src/pictures/", import.meta.url));

/** The drawing function of each picture, by its file in `app/src/pictures/` without `.svg`. */
const pictures: Record<string, () => Drawing> = {};
for (const file of globSync("scenes/*/*.ts", { cwd: import.meta.dirname }).sort()) {
  const { default: scene = {} } = await import(`./${file}`);
  const name = file.slice("scenes/".length, -".ts".length);
  // A series names its own pictures.
  Object.assign(pictures, typeof scene === "function" ? { [name]: scene } : scene);
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean", default: false } },
});
const unknown = positionals.filter((name) => !(name in pictures));
if (unknown.length > 0)
  fail(`No such picture: ${unknown.join(", ")}. There are: ${Object.keys(pictures).join(", ")}.`);
const wanted = positionals.length > 0 ? positionals : Object.keys(pictures);

const wrong: string[] = [];
for (const [name, draw] of Object.entries(pictures)) {
  if (!wanted.includes(name)) continue;
  const svg = `${draw()}\n`;
  const file = path.join(FOLDER, `${name}.svg`);
  if (options.check) {
    if ((await readFile(file, "utf8").catch(() => undefined)) !== svg) wrong.push(name);
    continue;
  }
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, svg);
  const brotli = brotliCompressSync(svg).length;
  if (brotli > LIMIT_BYTES) wrong.push(name);
  console.log(`${name.padEnd(28)}${kilobytes(svg.length)}${kilobytes(brotli)} br`);
}
if (wrong.length > 0)
  fail(
    options.check
      ? `Not what the code draws: ${wrong.join(", ")}.\nDraw anew: npm run pictures -- ${wrong.join(" ")}`
      : `Over ${LIMIT_BYTES / 1024} KB under brotli: ${wrong.join(", ")}`,
  );

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`.padStart(9);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
