import { expect, test } from "vitest";
import steps from "../../../illustrations/scenes/cleanup/steps.ts";
import hero from "../../../illustrations/scenes/home/hero.ts";
import craneRemoval from "../../../illustrations/scenes/portfolio/crane-removal.ts";
import hangingLimb from "../../../illustrations/scenes/storm-damage/hanging-limb.ts";
import removalRope from "../../../illustrations/scenes/tree-removal/rope.ts";

/** The scenes in which a load hangs over the ground. */
const drawn = Object.entries({
  ...hero,
  "cleanup/make-safe": steps["cleanup/make-safe"],
  "portfolio/crane-removal": craneRemoval,
  "storm-damage/hanging-limb": hangingLimb,
  "tree-removal/rope": removalRope,
}).map(([name, draw]) => [name, draw()] as const);

test.each(drawn)("nobody stands under the load in %s", (_, { loads, people }) => {
  expect(loads).toHaveLength(1);
  expect(people).not.toHaveLength(0);
  for (const [x, width] of loads)
    for (const [at, broad] of people) expect(Math.abs(at - x)).toBeGreaterThan((width + broad) / 2);
});
