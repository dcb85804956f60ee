import { crew, figure } from "../../figures.ts";
import { morning, token } from "../../palette.ts";
import { block, chainsaw, cone, figureEight, rope } from "../../props/rigging.ts";
import { log, logStack } from "../../props/timber.ts";
import { brushPile, fence } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { filled, group, placed, stroked, turned } from "../../svg.ts";
import { limb, roots, wooden } from "../../trees/limbs.ts";
import { pineTop } from "../../trees/loblolly-pine.ts";
import { standing, timber } from "../../trees/tree.ts";

/** A pine comes down in pieces: the top tips over, a log travels down the rope, the crew receives it. */
export default function removalRope() {
  const scene = new Scene(morning, { width: 600, height: 1600, seed: 61, run: 0.8, fall: 0.22 });
  const { weather, shadows, rng } = scene;
  const trunk = wooden(rng, [
    ...roots(74, 84),
    limb("0,10:108 0,-30:78 4,-260:66 -4,-560:56 4,-820:46 0,-980:38"),
  ]);
  shadows.under(470, 1500, 90, 9);
  return scene.add(
    scene.stage([96, 170, 58], 1330, { seed: 62, trees: 150 }),
    scene.cloud(330, 560, 230, 3),
    scene.cloud(-50, 800, 210, 6),
    placed(-8, 1392, 1.1, fence(560, weather)),
    shadows,
    scene.meadow({ left: 0, right: 600, top: 1400, bottom: 1600 }, 80),
    scene.shaded(236, 1440, 1, timber(trunk, weather.wood), filled(trunk.bark)),
    filled("M217 460q19-8 38 0-19 9-38 0z", weather.wood.cut),
    // The hinge, and the top that goes over.
    group(
      { transform: "translate(262 454)rotate(33)scale(.8)translate(0 600)" },
      standing(pineTop({ detail: 0.85, seed: 5 }), weather),
      filled("M-19-604q19-8 38 0-19 9-38 0z", weather.wood.cut),
    ),
    // Climber below the cut.
    figure("climbing", 178, 640, 1.42, {
      ropeTo: [262, 560],
      clothes: crew[1],
      holding: placed(16, -52, 0.95, chainsaw),
    }),
    // The block, and the rope through it down to the ground.
    block(270, 690, 15),
    rope("270,676 430,944", 6),
    group({ transform: "translate(440 996)rotate(-24)scale(.94)" }, figureEight),
    rope("452,1050 458,1094", 6),
    stroked("M458 1094l-72 56M458 1094l34 52", token("lime-400"), 6),
    turned(440, 1196, -3, log(176, 26, weather.wood, 5)),
    stroked("M386 1146v50M492 1142v50", token("lime-400"), 6),
    rope("266,704 306,960 300,1240 280,1404", 6),
    // The line that keeps the log off the trunk.
    rope("520,1172 500,1290 430,1392", 4),
    // Turns about the trunk, which brake the load.
    stroked("M196 1392q40 16 82-2M194 1406q42 16 86-2M194 1420q42 16 86-2", token("lime-400"), 6),
    rope("196,1420 150,1436 118,1424", 6),
    scene.person("hauling", 92, 1518, 1.5),
    scene.person("reaching", 404, 1508, 1.5, { clothes: crew[2] }),
    placed(474, 1500, 1, logStack(scene, 3, 2, 26)),
    placed(260, 1574, 1.3, brushPile(weather, 4)),
    placed(420, 1576, 1.4, cone),
    scene.litter({ left: 120, right: 580, top: 1520, bottom: 1590 }, 20, 16),
    scene.grass([150, 1452], [330, 1454], 16, 20),
  );
}
