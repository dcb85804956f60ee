import { crew, figure, neighbor } from "../../figures.ts";
import { dusk, token } from "../../palette.ts";
import { ranch, ranchOutline } from "../../props/homes.ts";
import { cone, heldSaw } from "../../props/rigging.ts";
import { brushPile } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { filled, placed, rectangle, stroked } from "../../svg.ts";
import { fallenTree } from "../../trees/fallen-tree.ts";
import { limb, wooden } from "../../trees/limbs.ts";
import { loblollyPine } from "../../trees/loblolly-pine.ts";
import { standing, timber } from "../../trees/tree.ts";

/** Dusk: a water oak, hollow at its base, lies across a roof. A man who is tied to a sound pine cuts it free. */
export default function stormOakOnRoof() {
  const scene = new Scene(dusk, { seed: 3 });
  const { weather, shadows, rng } = scene;
  shadows.under(1010, 850, 150, 14);
  const branch = wooden(rng, [limb("600,566:34 490,556:30 396,544:24 362,540:22")]);
  return scene.add(
    scene.stage([120, 640, 50], 650, { seed: 12 }),
    scene.cloud(520, 210, 260, 3),
    placed(446, 730, 0.8, standing(loblollyPine({ detail: 0.28 }), weather)),
    shadows,
    scene.meadow({ left: 0, right: 1200, top: 690, bottom: 900 }, 120),
    scene.shaded(390, 800, 1.2, ranch(weather, { lit: true }), ranchOutline),
    timber(branch, weather.wood),
    fallenTree(weather, [1000, 776], [652, 522], { spread: 400, trunk: 64, seed: 4, detail: 0.8 }),
    // The hollow base, and the part of its shell that still stands.
    filled("M986 740l22 8 14-14 10 22 22-8-6 30 14 20-30 24-36-4-18-30z", weather.wood.cut),
    filled("M1000 760l18 4 10-8 6 18 12 2-8 20-22 8-18-14z", "#17100c"),
    filled("M1052 850l-10-56 16 20 12-34 14 30 18-12-4 52z", weather.wood.lit),
    stroked("M660 682l80 44", weather.wall.lit, 7),
    // The saw is in the cut, and the man's rope is tied to the pine above him.
    stroked("M377 528l-2 26", weather.wood.cut, 4),
    stroked("M432 190q14 9 29-1", token("lime-400"), 4),
    figure("pushing", 318, 590, 1.16, { ropeTo: [443, 194], clothes: crew[1], saw: heldSaw }),
    scene.person("pushing", 116, 868, 1.16, {
      clothes: crew[2],
      holding: rectangle(3, -46, 34, 15, "#54809a"),
    }),
    scene.person("folded", 202, 874, 1.12, { clothes: neighbor }),
    scene.litter({ left: 400, right: 840, top: 810, bottom: 890 }, 26, 17),
    placed(730, 880, 1.1, brushPile(weather, 3)),
    scene.repeat(cone, [300, 884, 1.1], [880, 884, 1.1]),
  );
}
