// Cuts the two typefaces down to what the site uses and writes them to src/fonts/.
// Display: one heavy cut of Bricolage Grotesque. Text: Figtree, its weight axis kept from 400 to 700.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";
import { accentedCharacters, displayCharacters, textCharacters } from "./font-characters.ts";

/** A typeface, and what of it is kept. */
interface Face {
  file: string;
  from: string;
  characters: string;
  variationAxes: Record<string, number | { min: number; max: number }>;
}

const FIGTREE = {
  from: "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  variationAxes: { wght: { min: 400, max: 700 } },
};

const require = createRequire(import.meta.url);
const out = new URL("../src/fonts/", import.meta.url);

/** What is the same for every typeface. */
const options = {
  targetFormat: "woff2" as const,
  /** Copyright, licence and licence address: the Open Font License wants them kept. */
  preserveNameIds: [0, 13, 14],
  keepFeatures: ["kern", "tnum", "lnum"],
};

const faces: Face[] = [
  {
    file: "bricolage-grotesque.woff2",
    from: "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2",
    characters: displayCharacters,
    variationAxes: { wght: 800, wdth: 100, opsz: 36 },
  },
  { ...FIGTREE, file: "figtree.woff2", characters: textCharacters },
  { ...FIGTREE, file: "figtree-accents.woff2", characters: accentedCharacters },
];

await mkdir(out, { recursive: true });
for (const { file, from, characters, variationAxes } of faces) {
  const subset = await subsetFont(await readFile(require.resolve(from)), characters, {
    ...options,
    variationAxes,
  });
  await writeFile(new URL(file, out), subset);
  console.log(`${file} ${(subset.length / 1024).toFixed(1)} KB`);
}
