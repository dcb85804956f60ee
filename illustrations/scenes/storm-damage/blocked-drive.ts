import { crew, figure, neighbour, poses } from "../../figures.ts";
import { cloud, litter, meadow, Shadows, stage } from "../../landscape.ts";
import { mixed, overcast } from "../../palette.ts";
import { house } from "../../props/house.ts";
import { car } from "../../props/machines.ts";
import { chainsaw, cone } from "../../props/rigging.ts";
import { log } from "../../props/timber.ts";
import { random } from "../../random.ts";
import { Drawing, filled, mirrored, Path, placed, stroked, turned } from "../../svg.ts";
import { fallenOak } from "../../trees/fallen-oak.ts";

/** An oak lies across a drive; the car waits behind it, and two saws have opened the middle. */
export function stormBlockedDrive(): Drawing {
  const weather = overcast;
  const drawing = new Drawing(1200, 900);
  const rng = random(18);
  const shadows = new Shadows(drawing, weather, 0.8, 0.2);
  const saw = placed(16, -42, 0.9, chainsaw);
  shadows.under(560, 640, 130, 11);
  shadows.under(960, 806, 220, 20);
  shadows.under(300, 800, 260, 24);
  drawing.add(
    stage(drawing, weather, { sun: { x: 40, y: 60, r: 50 }, horizon: 520, seed: 23, trees: 120 }),
    cloud(520, 140, 420, weather.cloud, 3),
    cloud(-40, 210, 340, weather.cloud, 5),
    // The drive, from the house to the street.
    filled(
      new Path()
        .move(500, 560)
        .line([640, 560])
        .cubic(690, 640, 900, 740, 1010, 900)
        .line([330, 900])
        .cubic(390, 740, 470, 650, 500, 560)
        .close(),
      weather.paving,
    ),
    filled(
      new Path()
        .move(500, 560)
        .line([516, 560])
        .cubic(490, 650, 420, 740, 372, 900)
        .line([330, 900])
        .cubic(390, 740, 470, 650, 500, 560)
        .close(),
      mixed(weather.paving, weather.shadow, 0.25),
    ),
    stroked(meadow({ left: 0, right: 330, top: 600, bottom: 900 }, 90, rng), weather.lawnShade, 3),
    placed(250, 566, 0.72, house(weather, { lit: true })),
    shadows,
    placed(566, 636, 1.32, car(weather, "#8d4a36")),
    figure(poses.folded, { shadows, x: 700, y: 662, scale: 1.16, clothes: neighbour }),
    // The crown side on the left, the root side on the right, the middle already cut.
    fallenOak(weather, {
      root: [1060, 770],
      crown: [200, 730],
      spread: 470,
      trunk: 76,
      seed: 3,
      detail: 0.9,
    }),
    filled("M566 690h150v92h-150z", weather.paving),
    filled("M566 690h150v44h-150z", mixed(weather.paving, weather.lawnLit, 0)),
  );
  drawing.add(
    turned(718, 752, 2, filled("M-6-33q-10 32 0 64l8-1q-9-31 0-62z", weather.wood.cut)),
    filled("M566 706q11 30 0 60-11-30 0-60z", weather.wood.cut),
    placed(640, 846, 1, log(92, 34, weather.wood, 3)),
    figure(poses.pushing, {
      shadows,
      x: 790,
      y: 838,
      scale: 1.34,
      left: true,
      clothes: crew[1],
      holding: mirrored(saw),
    }),
    figure(poses.pushing, { shadows, x: 474, y: 848, scale: 1.34, clothes: crew[2], holding: saw }),
    figure(poses.pointing, { shadows, x: 926, y: 880, scale: 1.36, left: true, clothes: crew[0] }),
    placed(420, 894, 1.3, cone),
    placed(1010, 892, 1.3, cone),
    filled(
      litter({ left: 380, right: 940, top: 800, bottom: 892 }, 40, 17, rng),
      weather.leaves.lit,
    ),
  );
  return drawing;
}
