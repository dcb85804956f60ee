import { neighbor } from "../../figures.ts";
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
import { limbs, oak } from "../../trees/oak.ts";

/** The leaf masses that hang low. The first two lie on the roof. */
const low = places(`
  566,-262:200 430,-232:170 -470,-236:180 -310,-226:150 250,-300:180 -150,-320:190 60,-330:190
`);

/** The leaf masses after pruning. The limb toward the house is shortened. */
const cleared = [...low.slice(2), ...places("424,-440:180")];
const clearedLimbs: readonly Limb[] = [
  ...limbs.slice(0, 5),
  limb("-10,-200:56 56,-270:48 150,-312:38 230,-344:28 300,-400:16 340,-470:5"),
  ...limbs.slice(6, -1),
];

/** The gaps that let light through: many small ones, none at the edge. */
const gaps = clumpsAt(`
  -205,-352:64*0.6 92,-398:62*0.55 214,-372:50*0.6 200,-474:40*0.8 -118,-456:38*0.9
  -330,-392:46*0.6 -60,-590:42*0.7 130,-600:40*0.7 -250,-560:40*0.7 310,-500:40*0.8
  20,-490:42*0.6 -400,-470:34*0.7 -150,-660:30*0.8 250,-620:32*0.7 40,-700:30*0.7
`);

/** A yard with an oak by a house, before and after the pruning of the crown. Both have the same frame. */
function crown(after: boolean) {
  const scene = new Scene(morning, { seed: 40, run: 1.2, fall: 0.13 });
  const { weather, shadows } = scene;
  scene.add(
    scene.stage([150, 150, 60], 660, { seed: 38, trees: 96 }),
    scene.cloud(880, 170, 260, 4),
  );
  const roofward = (x: number, y: number) => x > 390 && y > -420;
  const grown = { detail: 0.6, fullness: 1.1 };
  const tree = after
    ? oak({ ...grown, limbs: clearedLimbs, more: cleared, without: roofward, gaps })
    : oak({ ...grown, more: low, gaps: [] });
  const dead = mixed(weather.wood.lit, weather.haze, 0.3);
  scene.add(
    filled("m1144 780 70 0c40 50-70 80-110 120l-200 0c100-50 240-70 240-120z", weather.paving),
    shadows,
    after
      ? scene.dapples({ left: 330, right: 980, top: 796, bottom: 860 }, 34, 54, {
          color: mixed(weather.lawn.body, weather.lawn.lit, 0.7),
        })
      : "",
    scene.meadow({ left: 0, right: 900, top: 700, bottom: 900 }, 120, { rng: random(2) }),
    scene.shaded(1074, 770, 0.8, house(weather), houseOutline),
    scene.repeat(bush(weather, 1), [866, 776, 0.62], [1060, 776, 0.5]),
  );
  const deadwood = rows("300,246:190,214,3 608,236:170,-64,5 60,430:150,168,8 520,566:150,62,4");
  if (!after)
    scene.add(
      placed(105, 112, 0.86, ...deadBranches(deadwood, 30, (outline) => filled(outline, dead))),
    );
  return scene.add(
    scene.plant(tree, 484, 800, 0.74),
    placed(1000, 860, 1.1, mailbox(weather)),
    scene.person(after ? "standing" : "pointing", 820, 866, 1.12, {
      clothes: neighbor,
      left: true,
    }),
  );
}

export default {
  "tree-pruning/before": () => crown(false),
  "tree-pruning/after": () => crown(true),
};
