import { business } from "./business.ts";
import { type Founder, firstName, founders } from "./founders.ts";
import { officeParkSign, permitInches, skyline } from "./region.ts";

/** A picture of the site. */
export interface Picture {
  /** The pixels of the drawing. A photo must have at least as many after it is cropped to this ratio. */
  width: number;
  height: number;
  /** The alternative text of the drawing, if there is a drawing. Empty if the text beside it says the same. */
  alt?: string;
}

/** The words that these texts use for colors of `palette.css`. */
const { accent, machines } = business.colorWords;

/** Drawings that fill their frame, `<name>.svg` in `src/pictures/`. A photo beside one, `<name>.jpg`, replaces it. */
const scenes = {
  "home/hero": `A white bungalow with a ${accent} door under the crown of a great white oak. High on its trunk, a climber in an orange helmet, held by his rope and a lanyard, has just sawed off a limb. It hangs level on a rope that runs over a block and around the foot of the trunk, where a second man lets it out; the owner watches from the front walk.`,
  "home/hero-tall": `A white bungalow with a ${accent} door under the crown of a great white oak. High on its trunk, a climber in an orange helmet, held by his rope and a lanyard, has just sawed off a limb. It hangs level on a rope that runs over a block and around the foot of the trunk, where a second man lets it out; the owner watches from the front walk.`,
  "portfolio/crane-removal":
    "A crane holds the red, dead top of a loblolly pine by two slings, beside a split-level house. A man in a bucket cuts the stem below it with a chainsaw; two men stand well outside the cones, and one of them signals to the crane.",
  "portfolio/crown-thinning": `A wide white oak before a bungalow, 80 feet wide, two climbers in its crown, one with a handsaw at a small branch. Below, one man points up to them and another carries brush to an orange chipper beside the ${business.shortName} truck.`,
  "portfolio/storm-oak-on-roof":
    "At dusk a water oak lies across the roof of a brick ranch, its trunk broken off at a hollow base. A man on the roof, on a rope to a sound pine above him, saws off its first branch; on the lawn another brings a tarp to the owner.",
  "portfolio/stump-row":
    "A row of stumps along a board fence, townhouses behind it: the far two are ground to beds of chips, a man stands beside a grinder at the third, and two wait in front, 14 and 22 inches across.",
  "portfolio/lot-clearing":
    "A cleared lot in evening light: chips over bare ground, logs stacked, a tall tulip poplar and two pines kept, each marked with a band of tape. Two men at work with a rake and a barrow, and the owner before a lit, white-painted house.",
  "portfolio/office-park": `A man in a bucket lift prunes a willow oak in front of a five-story office building with the sign ${officeParkSign}. Crape myrtles stand on both sides, and the bays of the parking lot are empty but for the truck.`,
  "storm-damage/oak-on-roof":
    "In the rain, half of an oak that split down its trunk lies on the roof of a split-level with lit windows. The other half still stands on a hollow base. Two of the crew and the owner stand outside striped tape, and one of them points a lamp at the roof.",
  "storm-damage/blocked-drive":
    "A tulip poplar lies across a driveway in front of a brick ranch. A car and a nurse in scrubs wait behind it. Two cuts have taken the middle out of the trunk: a loader holds the log, one man directs it, and the sawyer waits on the crown's side.",
  "storm-damage/hanging-limb":
    "A branch torn from an oak hangs by its bark above a children's swing. A climber, tied in to the sound branch above, puts his saw to the strip. A rope over a block and around the trunk already holds the torn one, a man beside the trunk has its tail, and striped tape keeps everybody out.",
  "storm-damage/night-crew":
    "At night three men work on a pine that came down under its ice, before a row of townhouses with dark windows. The only light comes from the lamps on their truck.",
  "contact/night-arrival": `A crew arrives at night: the ${business.shortName} truck lights the yard of a brick ranch with a branch on its roof. One man points a lamp at it, one carries a coil of rope, and the owner, out on the lawn, waves to them.`,
  "tree-pruning/before":
    "Before: the crown of an oak is closed and heavy, dead branches stick out at its top, and its lowest branches on one side lie on the roof of the house.",
  "tree-pruning/after":
    "After: the same oak, as high and as wide on the side away from the house. The dead branches are gone, sky shows through the crown, and its branches are ten feet from the roof; sunlight falls on the lawn below.",
  "cleanup/before":
    "Before: a backyard covered with broken branches, logs, a heap of brown brush and fallen leaves around a children's swing.",
  "cleanup/after":
    "After: the same yard with a raked lawn, a mulched bed around the crape myrtle and a clear space around the swing; one man rakes up the last leaves.",
  "tree-removal/rope":
    "A tall pine comes down in pieces. A climber, on his rope and with a lanyard around the trunk above the cut, saws off a limb just outside its collar; it already hangs on a rope over a block above him. On the ground one man holds the tail of that rope behind its turns around the trunk, and another, well to the side, guides the limb by a line.",
  "tree-pruning/base":
    "A white oak before pruning: a full crown, dead branches at its edge, low limbs over a walk on its left and a street on its right. A man beside it shows its size.",
  "tree-pruning/cleaning": `Crown cleaning: only the dead branches are gone. Dashed lines show where they were, and ${accent} spots mark the cuts.`,
  "tree-pruning/thinning":
    "Crown thinning: the oak keeps its outline, and sky shows through many small gaps where branches were taken out.",
  "tree-pruning/raising":
    "Crown raising: the lowest limbs on both sides are gone, dashed lines show where they were, and dimension lines mark 8 feet of clearance over the walk and 14 over the street.",
  "tree-pruning/reduction":
    "Crown reduction: the crown is a tenth smaller on all sides, cut back to side branches; a dashed line shows its former outline.",
  "stump-grinding/grinder": `A man stands beside a ${machines} grinder, at its lever. Its toothed wheel is halfway through a low, wide stump. A rubber shield and a mesh curtain catch the chips on the side of the house.`,
  "about/founders-truck": `${founders.length > 3 ? "Three of the founders" : "The founders"}, in orange helmets and ${accent} vests, beside their dark ${machines} chip truck lettered ${business.shortName}, under an oak in evening light.`,
  "about/skyline": `${skyline} above a sea of tree crowns in morning light.`,
  "not-found/stump":
    "A wide stump in a meadow with a new shoot beside it, its first leaves bright lime green.",
  // The text beside these says the same.
  "tree-removal/dead": "",
  "tree-removal/leaning": "",
  "tree-removal/split": "",
};

/** Outlines, scale drawings, and sections on the page's own background. Photos cannot replace them. */
const cutouts = {
  "stump-grinding/sizes":
    "Four stumps to scale beside a boot 12 inches long, each measured at the ground, flare and all: small, 6 to 12 inches across; medium, 12 to 24; large, 24 to 36; extra large, 36 and more.",
  "stump-grinding/depth":
    "The ground cut open: a grinder's wheel in a bowl of wood chips that reaches 6 to 12 inches below the grass. Deeper roots stay; a dashed line shows where the stump stood.",
  "services/specimen-removal":
    "A pine taken apart like a drawing in a field guide: crown, three lengths of trunk and the stump, with its needles and cone.",
  "services/specimen-pruning":
    "A limb being sawn off just outside its collar, the saw in the cut, with round-lobed leaves and an acorn of the white oak.",
  "services/specimen-trimming":
    "A crape myrtle in winter, its shoots uncut to their tips; dashed lines show the crossing stems and the suckers that are gone. A handsaw and the seed capsules beside it.",
  "services/specimen-storm":
    "A Bradford pear split at its one tight fork: half of the upright egg stands, the other half lies on the ground, and the torn wood is pale.",
  "services/specimen-cleanup":
    "A heap of cut brush, a log, a rake and a wheelbarrow full of chips.",
  "services/specimen-stump":
    "A stump whose roots spread just below the grass; a dashed line shows the bowl that grinding takes out.",
  "site/share": `${business.name}: a house under the crown of an oak, and a limb that comes down from it on a rope.`,
  "about/founders-rope": `One rope over a thick limb of an oak. ${firstName(founders[0])} sits in a harness on both its legs, ${firstName(founders[1])} stands to the side below and minds its tail. Both wear orange helmets.`,
  "tree-removal/permit": `The lowest nine feet of a young tree, beside a man 5 ft 9 tall with a board. A line 4 ft 6 in from the ground measures its trunk: ${permitInches} in across.`,
  "tree-pruning/quarter":
    "An oak with every fourth tuft of its crown, all across it, drawn in outline only: a quarter, the most that may go in a year.",
  "tree-pruning/clearance":
    "A brick ranch under the limb of an oak, with ten feet of air between the ridge and the leaves.",
  // The text beside these says the same.
  "services/size-yard": "",
  "services/size-young": "",
  "services/size-grown": "",
  "services/size-house": "",
  "services/size-wires": "",
  "tree-removal/pine-90": "",
  "tree-removal/pine-62": "",
  "tree-removal/pine-2": "",
  "tree-removal/pine-hanging": "",
  "tree-pruning/young": "",
  "tree-pruning/mature": "",
  "tree-pruning/yearly": "",
  "storm-damage/pines": "",
  "storm-damage/wires": "",
  "stump-grinding/marked": "",
  "stump-grinding/cleared": "",
  "stump-grinding/ground": "",
  "stump-grinding/filled": "",
  "stump-grinding/wheel": "",
  "cleanup/walk": "",
  "cleanup/make-safe": "",
  "cleanup/sort": "",
  "cleanup/chip": "",
  "cleanup/rake": "",
  "cleanup/brush": "",
};

/** The jobs that the portfolio's plates show as drawings. */
const jobs = {
  "portfolio/crane-removal-job": { width: 1200, height: 900 },
  "portfolio/crown-thinning-job": { width: 1200, height: 900 },
  "portfolio/storm-oak-on-roof-job": { width: 1200, height: 900 },
  "portfolio/stump-row-job": { width: 1200, height: 900 },
  "portfolio/lot-clearing-job": { width: 1200, height: 900 },
  "portfolio/office-park-job": { width: 1200, height: 900 },
};

/** Pictures that are only photos: the founders' faces, and the jobs. */
export const portraits: Readonly<Record<string, Picture>> = {
  ...Object.fromEntries(founders.map(({ portrait }) => [portrait, { width: 480, height: 480 }])),
  ...jobs,
};

/** The name of a picture that copy can refer to. */
export type PictureName =
  | keyof typeof scenes
  | keyof typeof cutouts
  | keyof typeof jobs
  | Founder["portrait"];

/** A plate of the portfolio. A photo of its job, `<plate>-job`, can appear below it. */
export type PlateName = Exclude<PictureName & `portfolio/${string}`, `${string}-job`>;

/** The alternative texts of the drawings, by name. A picture is named here before it is drawn. */
export const drawingAlts: Partial<Record<PictureName, string>> = { ...scenes, ...cutouts };

/** The alternative texts of the photos, by name. The text of a photo's drawing does not describe the photo. */
export const photoAlts: Partial<Record<PictureName, string>> = {};

/** The preview picture of shared links, for every page. */
export const sharePicture: PictureName = "site/share";

export function hasPhotograph(name: PictureName): boolean {
  return photoAlts[name] !== undefined;
}

/** The pictures that can be photos. */
export const photographable = [...Object.keys(scenes), ...Object.keys(portraits)] as PictureName[];

/** Pictures of one scene or series: photos replace all of them or none. */
export const series: readonly (readonly PictureName[])[] = [
  ["home/hero", "home/hero-tall"],
  ["tree-pruning/before", "tree-pruning/after"],
  ["cleanup/before", "cleanup/after"],
  [
    "tree-pruning/base",
    "tree-pruning/cleaning",
    "tree-pruning/thinning",
    "tree-pruning/raising",
    "tree-pruning/reduction",
  ],
  ["tree-removal/dead", "tree-removal/leaning", "tree-removal/split"],
];

/** Returns the alternative text of a picture. */
export function pictureAlt(name: PictureName): string {
  return photoAlts[name] ?? drawingAlts[name] ?? "";
}
