import { foundersTruck } from "./scenes/about/founders-truck.ts";
import { skyline } from "./scenes/about/skyline.ts";
import { cleanupAfter, cleanupBefore } from "./scenes/cleanup/before-after.ts";
import { homeHeroTall, homeHeroWide } from "./scenes/home/hero.ts";
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
import { favicon } from "./scenes/site/favicon.ts";
import { ogShare } from "./scenes/site/share.ts";
import { stormBlockedDrive } from "./scenes/storm-damage/blocked-drive.ts";
import { stormHangingLimb } from "./scenes/storm-damage/hanging-limb.ts";
import { stormNightCrew } from "./scenes/storm-damage/night-crew.ts";
import { stormOakOnRoof } from "./scenes/storm-damage/oak-on-roof.ts";
import { stumpDepth } from "./scenes/stump-grinding/depth.ts";
import { grinding } from "./scenes/stump-grinding/grinder.ts";
import { stumpSizes } from "./scenes/stump-grinding/sizes.ts";
import { crownAfter, crownBefore } from "./scenes/tree-pruning/before-after.ts";
import {
  pruningBase,
  pruningCleaning,
  pruningRaising,
  pruningReduction,
  pruningThinning,
} from "./scenes/tree-pruning/types.ts";
import { removalRope } from "./scenes/tree-removal/rope.ts";
import type { Drawing } from "./svg.ts";

/** Every picture that is drawn, by its page and name: its file in `app/src/pictures/` without `.svg`. */
export const pictures: Readonly<Record<string, () => Drawing>> = {
  "home/hero": homeHeroWide,
  "home/hero-tall": homeHeroTall,
  "about/founders-truck": foundersTruck,
  "about/skyline": skyline,
  "services/specimen-removal": specimenRemoval,
  "services/specimen-pruning": specimenPruning,
  "services/specimen-trimming": specimenTrimming,
  "services/specimen-storm": specimenStorm,
  "services/specimen-cleanup": specimenCleanup,
  "services/specimen-stump": specimenStump,
  "tree-removal/rope": removalRope,
  "tree-pruning/base": pruningBase,
  "tree-pruning/cleaning": pruningCleaning,
  "tree-pruning/thinning": pruningThinning,
  "tree-pruning/raising": pruningRaising,
  "tree-pruning/reduction": pruningReduction,
  "tree-pruning/before": crownBefore,
  "tree-pruning/after": crownAfter,
  "storm-damage/oak-on-roof": stormOakOnRoof,
  "storm-damage/blocked-drive": stormBlockedDrive,
  "storm-damage/hanging-limb": stormHangingLimb,
  "storm-damage/night-crew": stormNightCrew,
  "cleanup/before": cleanupBefore,
  "cleanup/after": cleanupAfter,
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
};
