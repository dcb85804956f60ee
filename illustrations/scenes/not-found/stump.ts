import { almond } from "../../foliage.ts";
import { rows } from "../../geometry.ts";
import { greens, morning } from "../../palette.ts";
import { stump } from "../../props/timber.ts";
import { Scene } from "../../scene.ts";
import { filled, Path, placed, stroked } from "../../svg.ts";

/** A stump with a shoot from its root that has its first leaves. */
export default function notFoundStump() {
  const scene = new Scene(morning, { width: 800, height: 600, seed: 404 });
  const { weather, shadows } = scene;
  shadows.plane([300, 500], [520, 520], [790, 556], [800, 520], [560, 420]);
  const young = new Path();
  const shaded = new Path();
  const shoots = rows(
    "526,352:62,-2.5 584,336:66,-0.66 524,414:70,2.85 594,400:72,-0.3 552,318:62,-1.6",
  );
  for (const [x = 0, y = 0, length = 0, angle = 0] of shoots) {
    almond(young, x, y, length, angle, 0.3);
    almond(
      shaded,
      x + Math.cos(angle + 1.57) * 5,
      y + Math.abs(Math.sin(angle + 1.57)) * 6,
      length * 0.8,
      angle,
      0.14,
    );
  }
  return scene.add(
    scene.stage([130, 120, 46], 380, { seed: 405, trees: 90 }),
    shadows,
    scene.meadow({ left: 0, right: 800, top: 420, bottom: 600 }, 90),
    placed(350, 492, 2.1, stump(76, 70, weather.wood, 12)),
    stroked("m560 520c-4-50 0-100-8-168", greens.leaf, 7),
    stroked("M557 452l-30-34M558 438l34-34", greens.leaf, 5),
    filled(young, greens.young),
    filled(shaded, "#93b93f"),
    scene.litter({ left: 80, right: 740, top: 520, bottom: 586 }, 16, 18),
    scene.grass([130, 540], [330, 548], 22, 20, 3.5),
    scene.grass([470, 534], [640, 528], 22, 16, 3.5),
  );
}
