import { founderCount } from "../../brand.ts";
import { climber, crew, groundsman } from "../../figures.ts";
import { evening, mixed, token } from "../../palette.ts";
import { cone, heldCoil } from "../../props/rigging.ts";
import { log } from "../../props/timber.ts";
import { truck, truckOutline } from "../../props/truck.ts";
import { Scene } from "../../scene.ts";
import { filled, placed } from "../../svg.ts";
import { limb, roots, wooden } from "../../trees/limbs.ts";
import { overhang } from "../../trees/overhang.ts";
import { timber } from "../../trees/tree.ts";

/** The founders, three at most, and their truck under an oak, at the end of a day. */
export default function foundersTruck() {
  const scene = new Scene(evening, { seed: 101, run: 1.1, fall: 0.14 });
  const { weather, shadows, rng } = scene;
  const trunk = wooden(rng, [
    ...roots(120, 150),
    limb("0,12:170 0,-50:120 4,-220:104 -6,-420:96 -10,-700:84"),
  ]);
  const edge = mixed(weather.paving, weather.lawn.shade, 0.5);
  shadows.cast(truckOutline, 724, 742, 2.75);
  return scene.add(
    scene.stage([170, 300, 78], 610, { seed: 102, trees: 120 }),
    scene.cloud(380, 210, 260, 4),
    placed(1110, 720, 1, timber(trunk, weather.wood)),
    // The driveway.
    filled("m0 742q600-26 1200-6l0 144q-600-30-1200 4z", weather.paving),
    filled("m0 742q600-26 1200-6l0 8q-600-20-1200 8z", edge),
    shadows,
    scene.dapples({ left: 620, right: 1180, top: 770, bottom: 850 }, 24, 56, {
      color: mixed(weather.paving, "#ffffff", 0.4),
      opacity: 0.6,
    }),
    placed(734, 746, 2.75, truck(weather, { grid: 140 })),
    overhang(weather, { x: 1240, y: -50, width: -900, drop: 250, seed: 8 }),
    placed(520, 846, 1.1, log(190, 30, weather.wood, 5)),
    scene.person("folded", 128, 806, 4, groundsman),
    scene.person("standing", 286, 820, 4.1, {
      left: true,
      ...climber,
      holding: heldCoil(token("paper-50")),
    }),
    founderCount > 2
      ? scene.person("standing", 452, 834, 3.9, { left: true, clothes: crew[2], face: "plain" })
      : "",
    placed(1010, 868, 1.7, cone),
    scene.grass([0, 896], [1200, 892], 22, 60, 4),
    filled("M0 884q600-34 1200-4v20H0z", weather.lawn.body),
    scene.grass([0, 890], [1200, 886], 20, 54, 3.5),
  );
}
