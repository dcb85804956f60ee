// Reduces the two typefaces to the characters that the site uses, and writes them to src/fonts/. Display: one
// heavy weight of Bricolage Grotesque. Text: Figtree, with its weight axis from 400 to 700.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";
import { accentedCharacters, displayCharacters, textCharacters } from "./font-characters.ts";

const require = createRequire(import.meta.url);
const out = new URL("../src/fonts/", import.meta.url);

const BRICOLAGE =
  "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2";
const FIGTREE = "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2";

const options = {
  targetFormat: "woff2" as const,
  /** Copyright, license, and license address, which the Open Font License requires. */
  preserveNameIds: [0, 13, 14],
  keepFeatures: ["kern", "tnum", "lnum"],
};

const text = { wght: { min: 400, max: 700 } };

await mkdir(out, { recursive: true });
await cut("bricolage-grotesque", BRICOLAGE, displayCharacters, { wght: 800, wdth: 100, opsz: 36 });
await cut("figtree", FIGTREE, textCharacters, text);
await cut("figtree-accents", FIGTREE, accentedCharacters, text);

async function cut(
  name: string,
  typeface: string,
  characters: string,
  variationAxes: Record<string, number | { min: number; max: number }>,
) {
  const subset = await subsetFont(await readFile(require.resolve(typeface)), characters, {
    ...options,
    variationAxes,
  });
  await writeFile(new URL(`${name}.woff2`, out), subset);
  console.log(`${name}.woff2 ${(subset.length / 1024).toFixed(1)} KB`);
}
