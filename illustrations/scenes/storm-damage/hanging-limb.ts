import { crew, figure } from "../../figures.ts";
import { crown, plate } from "../../foliage.ts";
import { points, rows } from "../../geometry.ts";
import { mixed, overcast } from "../../palette.ts";
import { cone, hitch, lowering, sawBelow, tape } from "../../props/rigging.ts";
import { fence, swingSet } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { filled, placed, stroked } from "../../svg.ts";
import { fallenTree } from "../../trees/fallen-tree.ts";
import { limb, roots, wooden } from "../../trees/limbs.ts";
import { foliage, timber } from "../../trees/tree.ts";

/** A torn limb hangs by its bark over a swing set. A climber ties it before it is cut. */
export default function stormHangingLimb() {
  const scene = new Scene(overcast, { seed: 27 });
  const { weather, shadows, rng } = scene;
  const fallen = { spread: 380, trunk: 52, seed: 9, detail: 0.82 };
  shadows.plane([700, 840], [716, 840], [960, 872], [930, 874]);
  const trunk = wooden(rng, [
    ...roots(150, 190),
    limb("0,12:200 0,-50:146 6,-200:124 -4,-380:112 4,-520:100 -12,-700:84 -30,-950:60"),
    limb("20,-420:82 80,-520:72 140,-566:62 226,-582:48"),
    // The sound limb above, which holds the block and the climber.
    limb("0,-600:64 130,-690:50 300,-728:40 480,-742:26 640,-740:10"),
    limb("-10,-480:60 -120,-580:46 -330,-660:34"),
  ]);
  const clumps = rows(`
    60,20:460*0.5 470,-40:520*0.7 860,-10:420*0.8 -20,100:300*0.9 250,26:300*0.9 560,20:260*0.9
    860,70:330 1040,50:240
  `).flatMap(([x = 0, y = 0, width = 0, light]) => plate([x, y, width], rng, 0.5, light));
  const above = crown(clumps, rng, {
    edge: { from: 26, to: 76 },
    leaf: { length: 11, width: 6, density: 0.25 },
  });
  return scene.add(
    scene.stage([30, 300, 44], 640, { seed: 28, trees: 112 }),
    scene.cloud(640, 300, 460, 4),
    placed(-8, 722, 1.1, fence(1110, weather)),
    shadows,
    scene.meadow({ left: 0, right: 1200, top: 850, bottom: 900 }, 80),
    placed(810, 838, 1.25, swingSet(weather)),
    placed(270, 846, 1, timber(trunk, weather.wood)),
    // The lowering line, from above the limb's balance point to the turns around the trunk.
    lowering(points("668,424 654,196 650,94 274,772 130,820"), 146, 4),
    // The limb, torn at the top and hanging by a strip of bark.
    scene.load(770, 430, fallenTree(weather, [494, 268], [760, 560], fallen)),
    filled("M458 232l92-2-40 12 58 12-50 6 36 20-48-2 22 30-46-14-4 24-32-34z", weather.wood.cut),
    filled("M470 250l52 2-40 10 34 10-40 4z", mixed(weather.wood.cut, weather.wood.lit, 0.55)),
    stroked("M520 300l18 22M534 290l24 30", weather.wood.cut, 5),
    hitch([668, 424], 46, 48, 4),
    figure("pushing", 428, 251, 1.3, {
      ropeTo: [476, 107],
      lanyard: points("446,248 452,300"),
      clothes: crew[1],
      saw: sawBelow,
    }),
    foliage(above, weather.leaves),
    scene.person("braking", 108, 872, 1.3),
    tape("m330 812q90 26 310 50 220 10 490-16"),
    scene.repeat(cone, [1130, 886, 1.4], [330, 886, 1.4]),
    scene.litter({ left: 420, right: 1060, top: 800, bottom: 890 }, 34, 18),
    scene.grass([80, 872], [470, 876], 18, 24),
  );
}
