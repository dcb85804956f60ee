// Draws every picture of the site into src/pictures/, each at most 15 KB under brotli.
// Run: npm run pictures -w app [-- name…]

import { mkdir, writeFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import { type PictureName, pictures } from "../src/content/pictures.ts";
import { cleanupAfter, cleanupBefore } from "./scenes/cleanup.ts";
import { crownAfter, crownBefore } from "./scenes/crown.ts";
import { foundersTruck } from "./scenes/founders-truck.ts";
import { homeHeroTall, homeHeroWide } from "./scenes/home-hero.ts";
import { notFoundStump } from "./scenes/not-found-stump.ts";
import { ogShare } from "./scenes/og-share.ts";
import { craneRemoval } from "./scenes/portfolio-crane-removal.ts";
import { crownThinning } from "./scenes/portfolio-crown-thinning.ts";
import { lotClearing } from "./scenes/portfolio-lot-clearing.ts";
import { officePark } from "./scenes/portfolio-office-park.ts";
import { stormOakLifted } from "./scenes/portfolio-storm-oak-on-roof.ts";
import { stumpRow } from "./scenes/portfolio-stump-row.ts";
import {
  pruningBase,
  pruningCleaning,
  pruningRaising,
  pruningReduction,
  pruningThinning,
} from "./scenes/pruning.ts";
import { removalRope } from "./scenes/removal-rope.ts";
import { skyline } from "./scenes/skyline.ts";
import {
  specimenCleanup,
  specimenPruning,
  specimenRemoval,
  specimenStorm,
  specimenStump,
  specimenTrimming,
} from "./scenes/specimens.ts";
import { stormBlockedDrive } from "./scenes/storm-blocked-drive.ts";
import { stormHangingLimb } from "./scenes/storm-hanging-limb.ts";
import { stormNightCrew } from "./scenes/storm-night-crew.ts";
import { stormOakOnRoof } from "./scenes/storm-oak-on-roof.ts";
import { stumpDepth } from "./scenes/stump-depth.ts";
import { grinding } from "./scenes/stump-grinder.ts";
import { stumpSizes } from "./scenes/stump-sizes.ts";
import type { Drawing } from "./svg.ts";

/** The most that a picture may weigh, in bytes under brotli. */
const limit = 15 * 1024;

/** Every picture by its file name. */
const scenes: Record<PictureName, () => Drawing> = {
  "home-hero": homeHeroWide,
  "home-hero-tall": homeHeroTall,
  "portfolio-crane-removal": craneRemoval,
  "portfolio-crown-thinning": crownThinning,
  "portfolio-storm-oak-on-roof": stormOakLifted,
  "portfolio-stump-row": stumpRow,
  "portfolio-lot-clearing": lotClearing,
  "portfolio-office-park": officePark,
  "storm-oak-on-roof": stormOakOnRoof,
  "storm-blocked-drive": stormBlockedDrive,
  "storm-hanging-limb": stormHangingLimb,
  "storm-night-crew": stormNightCrew,
  "crown-before": crownBefore,
  "crown-after": crownAfter,
  "cleanup-before": cleanupBefore,
  "cleanup-after": cleanupAfter,
  "removal-rope": removalRope,
  "pruning-base": pruningBase,
  "pruning-cleaning": pruningCleaning,
  "pruning-thinning": pruningThinning,
  "pruning-raising": pruningRaising,
  "pruning-reduction": pruningReduction,
  "stump-sizes": stumpSizes,
  "stump-depth": stumpDepth,
  "stump-grinder": grinding,
  "not-found-stump": notFoundStump,
  "founders-truck": foundersTruck,
  skyline: skyline,
  "specimen-removal": specimenRemoval,
  "specimen-pruning": specimenPruning,
  "specimen-trimming": specimenTrimming,
  "specimen-storm": specimenStorm,
  "specimen-cleanup": specimenCleanup,
  "specimen-stump": specimenStump,
  "og-share": ogShare,
};

// With names as arguments only those are drawn.
const wanted = process.argv.slice(2);
const folder = new URL("../src/pictures/", import.meta.url);
await mkdir(folder, { recursive: true });

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`.padStart(9);
const tooHeavy: string[] = [];
const wrongSize: string[] = [];
for (const name of Object.keys(scenes) as PictureName[]) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const drawing = scenes[name]();
  const { width, height } = pictures[name];
  if (drawing.width !== width || drawing.height !== height) wrongSize.push(name);
  const svg = `${drawing}\n`;
  await writeFile(new URL(`${name}.svg`, folder), svg);
  const brotli = brotliCompressSync(svg).length;
  if (brotli > limit) tooHeavy.push(name);
  console.log(`${name.padEnd(28)}${kilobytes(svg.length)}${kilobytes(brotli)} br`);
}
if (wrongSize.length > 0) {
  console.error(`Not of the size that content/pictures.ts says: ${wrongSize.join(", ")}`);
  process.exitCode = 1;
}
if (tooHeavy.length > 0) {
  console.error(`Over ${limit / 1024} KB under brotli: ${tooHeavy.join(", ")}`);
  process.exitCode = 1;
}
