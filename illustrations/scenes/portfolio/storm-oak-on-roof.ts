import { crew, figure, neighbor } from "../../figures.ts";
import { dusk, token } from "../../palette.ts";
import { ranch, ranchOutline } from "../../props/homes.ts";
import { cone, heldSaw, rope } from "../../props/rigging.ts";
import { brushPile } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { filled, placed, stroked } from "../../svg.ts";
import { fallenTree } from "../../trees/fallen-tree.ts";

/** Dusk: a water oak, hollow at its base, lies across a roof. A crane holds it while the crew cuts it free. */
export default function stormOakLifted() {
  const scene = new Scene(dusk, { seed: 3 });
  const { weather, shadows } = scene;
  shadows.under(1010, 850, 150, 14);
  return scene.add(
    scene.stage([120, 640, 50], 650, { seed: 12 }),
    scene.cloud(330, 110, 260, 3),
    shadows,
    scene.meadow({ left: 0, right: 1200, top: 690, bottom: 900 }, 120),
    scene.shaded(390, 800, 1.2, ranch(weather, { lit: true }), ranchOutline),
    figure("pushing", 330, 594, 1.1, { clothes: crew[1], holding: heldSaw }),
    fallenTree(weather, [1000, 776], [584, 520], { spread: 400, trunk: 64, seed: 4 }),
    // The hollow base, and the part of its shell that still stands.
    filled("M986 740l22 8 14-14 10 22 22-8-6 30 14 20-30 24-36-4-18-30z", weather.wood.cut),
    filled("M1000 760l18 4 10-8 6 18 12 2-8 20-22 8-18-14z", "#17100c"),
    filled("M1052 850l-10-56 16 20 12-34 14 30 18-12-4 52z", weather.wood.lit),
    // The gutter that hangs down.
    stroked("M660 682l80 44", weather.wall.lit, 7),
    stroked("M796 52V500", "#2e3b3a", 3),
    stroked("M796 500l-44 124M796 500l30 168", token("lime-400"), 5),
    rope("826,668 866,760 884,836"),
    scene.person("hauling", 908, 878, 1.16, { left: true, clothes: crew[2] }),
    scene.person("pointing", 640, 866, 1.16),
    scene.person("folded", 566, 862, 1.12, { clothes: neighbor }),
    scene.litter({ left: 260, right: 840, top: 810, bottom: 890 }, 30, 17),
    placed(140, 862, 1.25, brushPile(weather, 3)),
    scene.repeat(cone, [330, 872, 1.1], [420, 884, 1.1]),
  );
}
