import { almond } from "../../foliage.ts";
import { points } from "../../geometry.ts";
import { grass, litter, meadow, Shadows, stage } from "../../landscape.ts";
import { greens, morning } from "../../palette.ts";
import { stump } from "../../props/timber.ts";
import { random } from "../../random.ts";
import { Drawing, filled, Path, placed, stroked } from "../../svg.ts";

/** A stump, and from its root a shoot with its first leaves. */
export function notFoundStump(): Drawing {
  const weather = morning;
  const drawing = new Drawing(800, 600);
  const rng = random(404);
  const shadows = new Shadows(drawing, weather);
  shadows.plane([300, 500], [520, 520], [790, 556], [800, 520], [560, 420]);
  const shoot = new Path().move(560, 520).cubic(556, 470, 560, 420, 552, 352);
  const young = new Path();
  const shaded = new Path();
  for (const [x, y, length, angle] of [
    [526, 352, 62, -2.5],
    [584, 336, 66, -0.66],
    [524, 414, 70, 2.85],
    [594, 400, 72, -0.3],
    [552, 318, 62, -1.6],
  ] as const) {
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
  drawing.add(
    stage(drawing, weather, { sun: { x: 130, y: 120, r: 46 }, horizon: 380, seed: 405, trees: 90 }),
    shadows,
    stroked(meadow({ left: 0, right: 800, top: 420, bottom: 600 }, 90, rng), weather.lawnShade, 3),
    placed(350, 492, 2.1, stump(76, 70, weather.wood, 12)),
    stroked(shoot, greens.leaf, 7),
    stroked("M557 452l-30-34M558 438l34-34", greens.leaf, 5),
    filled(young, greens.young),
    filled(shaded, "#93b93f"),
    filled(
      litter({ left: 80, right: 740, top: 520, bottom: 586 }, 16, 18, rng),
      weather.leaves.lit,
    ),
    stroked(grass(points("130,540 330,548"), 22, 20, rng), weather.lawnShade, 3.5),
    stroked(grass(points("470,534 640,528"), 22, 16, rng), weather.lawnShade, 3.5),
  );
  return drawing;
}
