import { foundersRope } from "./scenes/about/founders-rope.ts";
import { foundersTruck } from "./scenes/about/founders-truck.ts";
import { skyline } from "./scenes/about/skyline.ts";
import { clearedGarden } from "./scenes/cleanup/before-after.ts";
import { cleanupBrush, cleanupSteps } from "./scenes/cleanup/steps.ts";
import { nightArrival } from "./scenes/contact/night-arrival.ts";
import { homeHeroes } from "./scenes/home/hero.ts";
import { notFoundStump } from "./scenes/not-found/stump.ts";
import { craneRemoval } from "./scenes/portfolio/crane-removal.ts";
import { crownThinning } from "./scenes/portfolio/crown-thinning.ts";
import { lotClearing } from "./scenes/portfolio/lot-clearing.ts";
import { officePark } from "./scenes/portfolio/office-park.ts";
import { stormOakLifted } from "./scenes/portfolio/storm-oak-on-roof.ts";
import { stumpRow } from "./scenes/portfolio/stump-row.ts";
import {
  specimenCleanup,
  specimenPruning,
  specimenRemoval,
  specimenStorm,
  specimenStump,
  specimenTrimming,
} from "./scenes/services/specimens.ts";
import { canopyLine } from "./scenes/site/canopy-line.ts";
import { favicon } from "./scenes/site/favicon.ts";
import { ogShare } from "./scenes/site/share.ts";
import { stormBlockedDrive } from "./scenes/storm-damage/blocked-drive.ts";
import { stormHangingLimb } from "./scenes/storm-damage/hanging-limb.ts";
import { stormNightCrew } from "./scenes/storm-damage/night-crew.ts";
import { stormOakOnRoof } from "./scenes/storm-damage/oak-on-roof.ts";
import { stormPines } from "./scenes/storm-damage/pines.ts";
import { tornWires } from "./scenes/storm-damage/wires.ts";
import { stumpDepth } from "./scenes/stump-grinding/depth.ts";
import { grinding } from "./scenes/stump-grinding/grinder.ts";
import { stumpSizes } from "./scenes/stump-grinding/sizes.ts";
import { grindingSteps } from "./scenes/stump-grinding/steps.ts";
import { cuttingWheel } from "./scenes/stump-grinding/wheel.ts";
import { prunedCrown } from "./scenes/tree-pruning/before-after.ts";
import { roofClearance } from "./scenes/tree-pruning/clearance.ts";
import { carePackages } from "./scenes/tree-pruning/packages.ts";
import { crownQuarter } from "./scenes/tree-pruning/quarter.ts";
import { crownCuts } from "./scenes/tree-pruning/types.ts";
import { permitMeasure } from "./scenes/tree-removal/permit.ts";
import { pinePieces } from "./scenes/tree-removal/pieces.ts";
import { removalReasons } from "./scenes/tree-removal/reasons.ts";
import { removalRope } from "./scenes/tree-removal/rope.ts";
import type { Drawing } from "./svg.ts";

/** Every picture that is drawn, by its page and name: its file in `app/src/pictures/` without `.svg`. */
export const pictures: Readonly<Record<string, () => Drawing>> = {
  ...homeHeroes,
  "about/founders-truck": foundersTruck,
  "about/founders-rope": foundersRope,
  "about/skyline": skyline,
  "services/specimen-removal": specimenRemoval,
  "services/specimen-pruning": specimenPruning,
  "services/specimen-trimming": specimenTrimming,
  "services/specimen-storm": specimenStorm,
  "services/specimen-cleanup": specimenCleanup,
  "services/specimen-stump": specimenStump,
  "tree-removal/rope": removalRope,
  ...pinePieces,
  "tree-removal/permit": permitMeasure,
  ...removalReasons,
  ...crownCuts,
  "tree-pruning/quarter": crownQuarter,
  "tree-pruning/clearance": roofClearance,
  ...carePackages,
  ...prunedCrown,
  "storm-damage/oak-on-roof": stormOakOnRoof,
  "storm-damage/blocked-drive": stormBlockedDrive,
  "storm-damage/hanging-limb": stormHangingLimb,
  "storm-damage/night-crew": stormNightCrew,
  "storm-damage/pines": stormPines,
  "storm-damage/wires": tornWires,
  "contact/night-arrival": nightArrival,
  ...clearedGarden,
  "cleanup/brush": cleanupBrush,
  ...cleanupSteps,
  ...grindingSteps,
  "stump-grinding/wheel": cuttingWheel,
  "stump-grinding/sizes": stumpSizes,
  "stump-grinding/depth": stumpDepth,
  "stump-grinding/grinder": grinding,
  "portfolio/crane-removal": craneRemoval,
  "portfolio/crown-thinning": crownThinning,
  "portfolio/storm-oak-on-roof": stormOakLifted,
  "portfolio/stump-row": stumpRow,
  "portfolio/lot-clearing": lotClearing,
  "portfolio/office-park": officePark,
  "not-found/stump": notFoundStump,
  "site/share": ogShare,
  "site/favicon": favicon,
  "site/canopy-line": canopyLine,
};
