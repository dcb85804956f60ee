import { type Clump, clumpsAt, crown, plate } from "../foliage.ts";
import { type Place, type Point, places } from "../geometry.ts";
import { random } from "../random.ts";
import { type Limb, limb, roots, wooden } from "./limbs.ts";
import type { Tree } from "./tree.ts";

/** The trunk and the limbs of an oak, the roots first. */
export const limbs: readonly Limb[] = [
  ...roots(104, 118),
  limb("0,10:132 0,-36:98 -4,-110:84 -12,-190:80 -10,-260:62 -26,-350:44 -60,-450:28 -70,-580:10"),
  limb("-20,-170:54 -74,-226:48 -160,-270:40 -262,-290:30 -360,-330:20 -470,-345:6"),
  limb("-10,-200:56 56,-270:48 150,-312:38 250,-330:28 350,-372:18 460,-380:6"),
  limb("-14,-270:44 50,-370:36 120,-440:26 150,-540:8"),
  limb("-20,-320:38 -110,-400:32 -200,-440:22 -300,-500:6"),
  limb("-170,-272:24 -230,-340:18 -250,-410:6"),
  limb("170,-316:24 240,-390:18 300,-470:6"),
  limb("-290,-298:18 -380,-282:12 -450,-262:4"),
  limb("280,-340:18 380,-320:12 460,-296:4"),
];

/** The limbs without the lowest branches. The remaining limbs have leaves to their ends. */
export const raisedLimbs: readonly Limb[] = [
  ...limbs.slice(0, 4),
  limb("-20,-170:54 -74,-226:48 -160,-270:40 -262,-310:30 -350,-372:18 -430,-420:6"),
  limb("-10,-200:56 56,-270:48 150,-312:38 250,-340:28 350,-392:16 440,-420:6"),
  ...limbs.slice(6, -2),
];

/** The height at which the limbs fork. */
const hub = -200;

/** The leaf masses: the middle and width of each, from the back to the front. */
const masses = places(`
  0,-560:420 -210,-500:330 220,-500:330 -50,-700:290 110,-670:260 -210,-630:280 260,-600:280
  20,-590:270 -350,-530:260 375,-515:260 -120,-520:260 150,-510:240 -440,-420:240 470,-410:230
  -270,-425:240 280,-430:230 -10,-440:210 -505,-315:200 525,-315:190 -370,-300:170 400,-305:170
`);

interface OakLook {
  seed?: number;
  /** The level of detail: 1 in the foreground, less for a tree that appears smaller and needs fewer leaves. */
  detail?: number;
  /** The leaf masses to leave out, and the leaf masses to add. */
  without?: (x: number, y: number) => boolean;
  more?: readonly Place[];
  fullness?: number;
  /** The gaps in the leaves, and the limbs, that replace the usual ones. */
  gaps?: readonly Clump[];
  limbs?: readonly Limb[];
  /** The width of the crown around the trunk: 1 is full size. */
  reach?: number;
  /** The thickness of the trunk and the limbs: 1 is that of a very old tree. */
  girth?: number;
}

/** Returns a white oak, 19 m high and 30 m wide: a short trunk, level limbs, and leaves in wide tiers. */
export function oak(look: OakLook = {}): Required<Tree> {
  const { seed = 7, detail = 1, gaps = usualGaps, limbs: wood = limbs } = look;
  const { reach = 1, girth = 1 } = look;
  const rng = random(seed);
  const drawnIn = wood.map(({ line, widths }) => ({
    line: line.map(([x, y]): Point => (y > hub ? [x, y] : [x * reach, hub + (y - hub) * reach])),
    widths: widths.map((width) => width * girth),
  }));
  const leaves = { edge: { from: 22, to: 66 }, holes: gaps, detail };
  return { ...wooden(rng, drawnIn), planes: crown(oakClumps(look), rng, leaves) };
}

/** Returns the leaf masses of an oak. The form of a mass does not depend on the other masses. */
export function oakClumps(look: OakLook = {}): Clump[] {
  const { seed = 7, without, more = [], fullness = 1, reach = 1 } = look;
  return [...masses.filter(([x, y]) => !without?.(x, y)), ...more].flatMap(([x, y, width]) => {
    const mass: Place = [x * reach, hub + (y - hub) * reach, width * fullness * reach];
    return plate(mass, random(seed * 977 + x * 31 + y));
  });
}

/** Returns the right half of an oak that has split, which still stands. */
export function halfOak({ detail }: { detail: number }): Required<Tree> {
  return oak({
    detail,
    without: (x) => x <= 100,
    limbs: [
      ...roots(104, 118),
      limb("6,10:124 6,-36:92 10,-110:70 22,-190:52 40,-260:46 70,-340:36 110,-440:24 140,-540:8"),
      limb("14,-180:44 56,-270:44 150,-312:38 250,-330:28 350,-372:18 460,-380:6"),
      limb("170,-316:24 240,-390:18 300,-470:6"),
      limb("280,-340:18 380,-320:12 460,-296:4"),
    ],
  });
}

/** The gaps through which the sky shows. */
export const usualGaps = clumpsAt(`
  -205,-345:46*0.6 86,-392:46*0.5 210,-350:30*0.6 196,-470:22*0.8 -118,-452:20*0.9
  -330,-372:24*0.6
`);
