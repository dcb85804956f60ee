import { crew, figure } from "../../figures.ts";
import { clumpsAt, crown } from "../../foliage.ts";
import { morning, token } from "../../palette.ts";
import { block, chainsaw, cone, rope } from "../../props/rigging.ts";
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
    limb("8,-590:3 12,-650:44 31,-693:43"),
  ]);
  const cutLimb = wooden(rng, [
    limb("267,657:43 292,634:37 330,608:32 390,584:25 456,570:16 530,550:6"),
    limb("386,586:16 436,546:10 466,514:4"),
  ]);
  const tufts = clumpsAt("460,504:64*0.66 528,552:70*0.52 424,562:46*0.5 486,544:66*0.6");
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
    // The rope, from the block down the trunk to the turns that brake the load, and to the man who holds it.
    rope("230,474 206,1290", 6),
    stroked("M196 1292q40 16 82-2M194 1306q42 16 86-2M194 1320q42 16 86-2", token("lime-400"), 6),
    rope("196,1320 150,1326 122,1292", 6),
    // The load, which hangs before it is cut.
    standing({ ...cutLimb, planes: crown(tufts, rng, needled) }, weather),
    rope("246,474 366,590", 6),
    stroked("M221 440q17 10 34-2M238 446v14M350 584l15 30M362 578l13 28", token("lime-400"), 6),
    block(238, 470, 446, 15),
    rope("508,560 530,900 452,1252", 4),
    stroked("M253 643l23 23", weather.wood.cut, 5),
    // The lanyard around the stem, above the cut.
    stroked("M216 572q18 10 42-2", token("lime-400"), 4.5),
    figure("climbing", 198, 698, 1.42, {
      ropeTo: [240, 575],
      clothes: crew[1],
      holding: turned(18, -54, 43, placed(0, 0, 1.12, chainsaw)),
    }),
    scene.person("hauling", 96, 1386, 1.5),
    scene.person("reaching", 424, 1378, 1.5, { clothes: crew[2] }),
    placed(260, 1500, 1.3, brushPile(weather, 4)),
    placed(116, 1540, 1.4, cone),
    scene.litter({ left: 120, right: 580, top: 1430, bottom: 1590 }, 20, 16),
    scene.grass([150, 1362], [330, 1364], 16, 20),
  );
}
