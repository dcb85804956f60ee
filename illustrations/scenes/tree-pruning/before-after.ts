import { neighbour } from "../../figures.ts";
import { clumpsAt } from "../../foliage.ts";
import { places, rows } from "../../geometry.ts";
import { mixed, morning } from "../../palette.ts";
import { house, houseOutline } from "../../props/house.ts";
import { deadBranches } from "../../props/timber.ts";
import { bush, mailbox } from "../../props/yard.ts";
import { random } from "../../random.ts";
import { Scene } from "../../scene.ts";
import { filled, placed } from "../../svg.ts";
import { type Limb, limb } from "../../trees/limbs.ts";
import { oak, raisedLimbs } from "../../trees/oak.ts";

/** The leaf masses that hang low or lie on the roof. */
const low = places(`
  566,-262:200 430,-232:170 -470,-236:180 -310,-226:150 250,-300:180 -150,-320:190 60,-330:190
`);

/** The limb towards the house is shortened, too. */
const clearedLimbs: readonly Limb[] = [
  ...raisedLimbs.slice(0, 5),
  limb("-10,-200:56 56,-270:48 150,-312:38 230,-344:28 300,-400:16 340,-470:5"),
  ...raisedLimbs.slice(6),
];

/** A yard with an oak by a house: the crown as it was found, and as it was left. One frame. */
function crown(after: boolean) {
  const scene = new Scene(morning, { seed: 40, run: 1.2, fall: 0.13 });
  const { weather, shadows } = scene;
  scene.add(
    scene.stage([150, 150, 60], 660, { seed: 38, trees: 96 }),
    scene.cloud(880, 170, 260, 4),
  );
  const tree = after
    ? oak({
        detail: 0.68,
        limbs: clearedLimbs,
        without: (mx, my) => (my > -330 && Math.abs(mx) > 300) || mx > 440,
        fullness: 0.92,
        gaps: clumpsAt(`
          -205,-352:62*0.6 92,-398:60*0.55 214,-360:48*0.6 200,-474:34*0.8 -118,-456:32*0.9
          -330,-384:40*0.6 -60,-590:30*0.8 130,-590:28*0.8 -270,-560:26*0.8 330,-470:30*0.8
          20,-490:30*0.7
        `),
      })
    : oak({ detail: 0.68, more: low, fullness: 1.1, gaps: [] });
  const dead = mixed(weather.wood.lit, weather.haze, 0.3);
  scene.add(
    filled("m1000 780 70 0c40 50-70 80-110 120l-200 0c100-50 240-70 240-120z", weather.paving),
    shadows,
    after
      ? scene.dapples({ left: 330, right: 980, top: 796, bottom: 860 }, 34, 54, {
          colour: mixed(weather.lawn, weather.lawnLit, 0.7),
        })
      : "",
    scene.meadow({ left: 0, right: 900, top: 700, bottom: 900 }, 120, { rng: random(2) }),
    scene.shaded(880, 770, 0.92, house(weather), houseOutline),
    scene.repeat(bush(weather, 1), [650, 776, 0.7], [1150, 776, 0.7]),
  );
  const deadwood = rows("300,246:190,214,3 608,236:170,-64,5 60,430:150,168,8 520,566:150,62,4");
  if (!after) scene.add(...deadBranches(deadwood, 30, (outline) => filled(outline, dead)));
  return scene.add(
    scene.plant(tree, 440, 800, 0.86),
    placed(1110, 874, 1.1, mailbox(weather)),
    scene.person(after ? "standing" : "pointing", 744, 866, 1.12, {
      clothes: neighbour,
      left: true,
    }),
  );
}

export default {
  "tree-pruning/before": () => crown(false),
  "tree-pruning/after": () => crown(true),
};
