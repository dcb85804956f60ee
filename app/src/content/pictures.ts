/** A picture in `src/pictures/`: its size reserves the room, its words stand in for it. */
export interface Picture {
  /** Pixels of the file, or units of the drawing. Only their ratio matters to the layout. */
  width: number;
  height: number;
  /** What is to be seen. Empty where the picture only decorates. */
  alt: string;
  /**
   * The file in `src/pictures/`, where it is not `<name>.svg`. A photograph replaces a drawing
   * by being named here with its size: `file: "portfolio-crane-removal.jpg"`.
   */
  file?: string;
}

const all = {
  "home-hero": {
    width: 1600,
    height: 1000,
    alt: "A white oak spreads over the roof of a house. A climber in an orange helmet hangs in the crown on a rope.",
  },
  "home-hero-tall": {
    width: 900,
    height: 1100,
    alt: "A white oak spreads over the roof of a house. A climber in an orange helmet hangs in the crown on a rope.",
  },
  "portfolio-crane-removal": {
    width: 1200,
    height: 900,
    alt: "A crane holds the cut top of a tall loblolly pine above a house.",
  },
  "portfolio-crown-thinning": {
    width: 1200,
    height: 900,
    alt: "A climber works in the thinned crown of a wide white oak, and daylight falls through it onto the lawn.",
  },
  "portfolio-storm-oak-on-roof": {
    width: 1200,
    height: 900,
    alt: "A fallen oak lies across the roof of a one-story house while a crew rigs it to be lifted.",
  },
  "portfolio-stump-row": {
    width: 1200,
    height: 900,
    alt: "A row of stumps along a driveway, the nearest already ground to chips.",
  },
  "portfolio-lot-clearing": {
    width: 1200,
    height: 900,
    alt: "A wooded lot cleared of brush, with the good trees left standing and logs stacked to one side.",
  },
  "portfolio-office-park": {
    width: 1200,
    height: 900,
    alt: "Trimmed trees stand in line in front of an office building, clear of its windows.",
  },
  "storm-oak-on-roof": {
    width: 1200,
    height: 900,
    alt: "A storm-split oak has come down on a roof under a dark sky.",
  },
  "storm-blocked-drive": {
    width: 1200,
    height: 900,
    alt: "A fallen trunk lies across a driveway and shuts in a parked car.",
  },
  "storm-hanging-limb": {
    width: 1200,
    height: 900,
    alt: "A broken limb hangs by a strip of bark high above a yard.",
  },
  "storm-night-crew": {
    width: 1200,
    height: 900,
    alt: "At night a crew in orange helmets cuts up a fallen tree in the light of its truck.",
  },
  "crown-before": {
    width: 1200,
    height: 900,
    alt: "Before: a dense oak crown full of dead limbs, its lowest branches on the roof.",
  },
  "crown-after": {
    width: 1200,
    height: 900,
    alt: "After: the same oak, the dead limbs gone, light between the branches and clear space over the roof.",
  },
  "cleanup-before": {
    width: 1200,
    height: 900,
    alt: "Before: a yard under broken limbs, brush and logs.",
  },
  "cleanup-after": {
    width: 1200,
    height: 900,
    alt: "After: the same yard, raked, with a short stack of firewood by the fence.",
  },
  "removal-rope": {
    width: 600,
    height: 1600,
    alt: "A rope with a figure-eight knot runs down beside a tree that gets shorter with every cut.",
  },
  "pruning-base": {
    width: 1200,
    height: 900,
    alt: "A tree before pruning: dead wood in the crown, crowded branches, low limbs.",
  },
  "pruning-cleaning": {
    width: 1200,
    height: 900,
    alt: "Crown cleaning: the dead, broken and rubbing branches are marked to come out.",
  },
  "pruning-thinning": {
    width: 1200,
    height: 900,
    alt: "Crown thinning: small live branches are marked throughout the crown, which keeps its outline.",
  },
  "pruning-raising": {
    width: 1200,
    height: 900,
    alt: "Crown raising: the lowest limbs are marked, with the clear height under the crown measured.",
  },
  "pruning-reduction": {
    width: 1200,
    height: 900,
    alt: "Crown reduction: the ends of the longest limbs are marked, each back to a side branch.",
  },
  "stump-sizes": {
    width: 1600,
    height: 760,
    alt: "Four stumps drawn to scale beside a boot, from small to extra large, with their diameters.",
  },
  "stump-depth": {
    width: 1200,
    height: 900,
    alt: "A section through the ground: a stump, its roots in red clay, and the depth to which it is ground.",
  },
  "stump-grinder": {
    width: 1200,
    height: 900,
    alt: "A man in an orange helmet runs a grinder into a stump, and chips fly against the shield.",
  },
  "founders-truck": {
    width: 1200,
    height: 900,
    alt: "Two brothers in orange helmets stand beside their green truck under an oak.",
  },
  skyline: {
    width: 2000,
    height: 600,
    alt: "The towers of Atlanta behind a canopy of trees.",
  },
  "specimen-removal": {
    width: 600,
    height: 600,
    alt: "A tall loblolly pine with a rope set in its top.",
  },
  "specimen-pruning": {
    width: 600,
    height: 600,
    alt: "A limb is cut back to the trunk with a handsaw; beside it an oak leaf and an acorn.",
  },
  "specimen-trimming": {
    width: 600,
    height: 600,
    alt: "A crape myrtle with many stems and a tidy outline.",
  },
  "specimen-storm": {
    width: 600,
    height: 600,
    alt: "A Bradford pear split down its fork by wind.",
  },
  "specimen-cleanup": {
    width: 600,
    height: 600,
    alt: "Cut logs and a raked pile of brush.",
  },
  "specimen-stump": {
    width: 600,
    height: 600,
    alt: "A stump with its growth rings, its roots and a dashed line at the depth to which it is ground.",
  },
  "not-found-stump": {
    width: 800,
    height: 600,
    alt: "A lone stump where a tree used to be.",
  },
  "og-share": {
    width: 1200,
    height: 630,
    alt: "Canopy Brothers Tree Care: two brothers with their truck, and a house under an oak.",
  },
} satisfies Record<string, Picture>;

/** The name of a picture that copy can refer to. */
export type PictureName = keyof typeof all;

/** Every picture of the site, by name. */
export const pictures: Record<PictureName, Picture> = all;

/** The file in `src/pictures/` that shows a picture. */
export function pictureFile(name: PictureName): string {
  return pictures[name].file ?? `${name}.svg`;
}
