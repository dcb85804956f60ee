import { crew, figure } from "../../figures.ts";
import { clumpsAt, crown } from "../../foliage.ts";
import { points } from "../../geometry.ts";
import { morning, token } from "../../palette.ts";
import { chainsaw, cone, hitch, lowering, rope } from "../../props/rigging.ts";
import { cutFace } from "../../props/timber.ts";
import { brushPile, fence } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { filled, placed, stroked, turned } from "../../svg.ts";
import { limb, roots, wooden } from "../../trees/limbs.ts";
import { needled, pineTop } from "../../trees/loblolly-pine.ts";
import { standing, timber } from "../../trees/tree.ts";

/** A pine comes down in pieces. A limb is cut while it hangs on a block above, and the crew lowers it. */
export default function removalRope() {
  const scene = new Scene(morning, { width: 600, height: 1600, seed: 61, run: 0.8, fall: 0.22 });
  const { weather, rng } = scene;
  const trunk = wooden(rng, [
    ...roots(74, 84),
    limb("0,10:108 0,-30:78 4,-260:64 -4,-560:54 2,-760:44 0,-930:27"),
    // The collar of the limb, which stays on the trunk.
    limb("6,-650:3 16,-682:48 31,-690:42"),
  ]);
  const cutLimb = wooden(rng, [
    limb("268,659:42 300,648:36 340,632:31 390,610:23 440,596:14 486,588:5"),
    limb("380,612:15 416,576:9 440,548:4"),
  ]);
  const tufts = clumpsAt("430,540:54*0.66 462,584:58*0.52 386,584:36*0.5 444,574:54*0.6");
  return scene.add(
    scene.stage([96, 170, 58], 1240, { seed: 62, trees: 150 }),
    scene.cloud(330, 760, 230, 3),
    scene.cloud(-50, 900, 210, 6),
    placed(-8, 1302, 1.1, fence(560, weather)),
    scene.shadows,
    scene.meadow({ left: 0, right: 600, top: 1310, bottom: 1600 }, 80),
    scene.shaded(236, 1350, 1, timber(trunk, weather.wood), filled(trunk.bark)),
    placed(235, 424, 0.72, pineTop(weather, { detail: 0.7, seed: 5 })),
    // The limbs that are already cut off, each at its collar.
    scene.repeat(cutFace(9, 11, weather.wood, 3), [248, 806, 1], [238, 934, 1.1], [254, 1064, 1.2]),
    lowering(points("372,610 310,488 244,432 236,1290 112,1324"), 80, 6),
    // The load, which hangs before it is cut, with a line to guide it.
    scene.load(384, 232, standing({ ...cutLimb, planes: crown(tufts, rng, needled) }, weather)),
    hitch([372, 604], 32, -20, 6),
    rope("474,592 522,900 531,1328", 4),
    stroked("M262 638l13 41", weather.wood.cut, 5),
    // The straps of the block and of the climber's rope, around the stem.
    stroked("M222 432q14 9 30-1", token("orange-600"), 9),
    stroked("M219 536q18 10 37-1", token("lime-400"), 5),
    figure("cutting", 180, 710, 1.42, {
      ropeTo: [228, 538],
      lanyard: points("213,624 259,622"),
      clothes: crew[1],
      saw: turned(12, -43, 6, placed(0, 0, 1.25, chainsaw)),
    }),
    scene.person("braking", 94, 1386, 1.5),
    scene.person("braking", 552, 1390, 1.5, { left: true, clothes: crew[2] }),
    placed(260, 1500, 1.3, brushPile(weather, 4)),
    placed(116, 1540, 1.4, cone),
    scene.litter({ left: 120, right: 580, top: 1430, bottom: 1590 }, 20, 16),
    scene.grass([150, 1362], [330, 1364], 16, 20),
  );
}
