import { crew, neighbor } from "../../figures.ts";
import { mixed, overcast, token } from "../../palette.ts";
import { splitLevel, splitLevelOutline } from "../../props/homes.ts";
import { cone, tape } from "../../props/rigging.ts";
import { Scene } from "../../scene.ts";
import { filled, Path, stroked } from "../../svg.ts";
import { fallenTree } from "../../trees/fallen-tree.ts";
import { halfOak } from "../../trees/oak.ts";

/** Rain: an oak has split down its trunk, and one half lies on the roof. The crew looks at it from outside the tape. */
export default function stormOakOnRoof() {
  const weather = { ...overcast, lamp: "#f7dc86" };
  const scene = new Scene(weather, { seed: 8 });
  const { shadows } = scene;
  const { cut, lit } = weather.wood;
  return scene.add(
    scene.stage([-40, -20, 40], 640, { seed: 17, trees: 104 }),
    shadows,
    scene.meadow({ left: 0, right: 1200, top: 680, bottom: 900 }, 120),
    scene.shaded(350, 770, 1.3, splitLevel(weather, { lit: true }), splitLevelOutline),
    scene.plant(halfOak({ detail: 0.7 }), 880, 796, 0.98),
    // The tear: pale wood where the trunk split.
    fallenTree(weather, [860, 690], [452, 420], { spread: 460, trunk: 60, seed: 6, detail: 0.85 }),
    filled("M846 668l26-52 6 34 16-62 8 60 14-36-2 62 12 46-22 60-26-40-18 18-8-48-22 6z", cut),
    filled("M884 640l6 72 16 60 12-54-10-46-8 20-6-44z", mixed(cut, lit, 0.5)),
    stroked("M858 668l10 40M874 650l6 62M902 640l2 70", lit, 3),
    // The hollow at its foot.
    filled("M882 800q-10-52 14-62 26 10 18 62z", "#17120e"),
    scene.litter({ left: 240, right: 900, top: 790, bottom: 880 }, 30, 17),
    scene.person("standing", 52, 838, 1.2, { clothes: neighbor }),
    scene.person("folded", 104, 850, 1.2, { left: true }),
    scene.beam([190, 762], [360, 520], [560, 560], 0.3),
    scene.person("pointing", 158, 848, 1.2, {
      clothes: crew[1],
      holding: stroked("M27-73l8-4", token("paper-50"), 5),
    }),
    tape("m214 840q150 44 430 44 300 8 540-30"),
    scene.repeat(cone, [214, 872, 1.3], [700, 896, 1.3], [1166, 878, 1.3]),
    stroked(rain(scene), "#c8d3cf", 1.6, { opacity: 0.5 }),
  );
}

function rain({ width, height, rng }: Scene): Path {
  const path = new Path();
  for (let i = 0; i < 120; i++) {
    const x = rng.between(-40, width);
    const y = rng.between(-40, height);
    const length = rng.between(26, 64);
    path.move(x, y).line([x + length * 0.42, y + length]);
  }
  return path;
}
