import { crew, figure, poses } from "../../figures.ts";
import { points } from "../../geometry.ts";
import { cloud, dapples, meadow, Shadows, stage } from "../../landscape.ts";
import { evening, mixed } from "../../palette.ts";
import { chipper } from "../../props/machines.ts";
import { handsaw, rope } from "../../props/rigging.ts";
import { truck, truckOutline } from "../../props/truck.ts";
import { brushPile, fence } from "../../props/yard.ts";
import { random } from "../../random.ts";
import { Drawing, filled, placed, stroked } from "../../svg.ts";
import { oak } from "../../trees/oak.ts";
import { planted } from "../../trees/tree.ts";

/** A white oak in the evening, two climbers in its crown; what they cut goes into the chipper. */
export function crownThinning(): Drawing {
  const weather = evening;
  const drawing = new Drawing(1200, 900);
  const rng = random(9);
  const shadows = new Shadows(drawing, weather, 1.3, 0.1);
  drawing.add(
    stage(drawing, weather, { sun: { x: 120, y: 330, r: 70 }, horizon: 668, seed: 6, trees: 84 }),
    cloud(820, 120, 300, weather.cloud, 4),
    cloud(60, 150, 200, weather.cloud, 8),
  );
  const tree = planted(drawing, oak({ detail: 0.53 }), weather, {
    x: 560,
    y: 770,
    scale: 0.9,
    shadows,
  });
  shadows.cast(drawing.shape(truckOutline), 790, 796, 0.96);
  shadows.under(996, 838, 100, 9);
  drawing.add(
    placed(-10, 700, 0.9, fence(1360, weather)),
    shadows,
    filled(
      dapples({ left: 380, right: 1100, top: 770, bottom: 830 }, 26, 56, rng),
      mixed(weather.lawn, weather.lawnLit, 0.6),
    ),
    stroked(
      meadow({ left: 0, right: 1200, top: 720, bottom: 900 }, 110, rng),
      weather.lawnShade,
      3,
    ),
    placed(790, 796, 0.96, truck(weather)),
    tree,
    rope(points("474,396 440,470 428,545 396,660 352,799")),
    figure(poses.hanging, {
      x: 436,
      y: 580,
      scale: 1.05,
      saddle: true,
      clothes: crew[1],
      holding: placed(15, -56, 1, handsaw),
    }),
    rope(points("676,380 716,430 742,476")),
    figure(poses.climbing, {
      x: 742,
      y: 510,
      scale: 1.05,
      saddle: true,
      left: true,
      clothes: crew[2],
    }),
    placed(984, 836, 1.05, chipper(weather, true)),
    placed(1120, 858, 1, brushPile(weather, 2)),
    figure(poses.carrying, { left: true, shadows, x: 1058, y: 872, scale: 1.1, clothes: crew[0] }),
    figure(poses.hauling, { shadows, x: 372, y: 862, scale: 1.1, clothes: crew[0], left: true }),
  );
  return drawing;
}
