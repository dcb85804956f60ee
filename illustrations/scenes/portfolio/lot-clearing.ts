import { crew, figure, neighbour, poses } from "../../figures.ts";
import { points } from "../../geometry.ts";
import { cloud, dapples, grass, meadow, Shadows, stage } from "../../landscape.ts";
import { evening, mixed } from "../../palette.ts";
import { bush } from "../../props/bush.ts";
import { house, houseOutline } from "../../props/house.ts";
import { rake } from "../../props/rigging.ts";
import { logStack } from "../../props/timber.ts";
import { wheelbarrow } from "../../props/yard.ts";
import { random } from "../../random.ts";
import { Drawing, filled, Path, placed, placement, stroked } from "../../svg.ts";
import { crapeMyrtle } from "../../trees/crape-myrtle.ts";
import { loblollyPine } from "../../trees/loblolly-pine.ts";
import { blossoming, planted } from "../../trees/tree.ts";

/** A yard at the end of the day: brush gone, logs stacked, the lawn raked, the good trees kept. */
export function lotClearing(): Drawing {
  const weather = evening;
  const drawing = new Drawing(1200, 900);
  const rng = random(31);
  const shadows = new Shadows(drawing, weather, 1.7, 0.2);
  drawing.add(
    stage(drawing, weather, { sun: { x: 236, y: 420, r: 76 }, horizon: 610, seed: 15, trees: 96 }),
    cloud(640, 170, 300, weather.cloud, 4),
    cloud(330, 250, 170, weather.cloud, 7),
  );
  const pine = loblollyPine({ detail: 0.66 });
  const pines = [
    planted(drawing, pine, weather, { x: 130, y: 700, scale: 0.58, shadows }),
    planted(drawing, pine, weather, { x: 356, y: 640, scale: 0.42, shadows }),
  ];
  const myrtle = crapeMyrtle({ detail: 0.8 });
  const kept = planted(drawing, myrtle, weather, {
    x: 560,
    y: 716,
    scale: 0.72,
    shadows,
    wood: { ...weather.wood, lit: "#b98560" },
  });
  shadows.cast(drawing.shape(houseOutline), 930, 690, 0.78);
  shadows.under(340, 818, 120, 10);
  shadows.under(742, 828, 60, 8);
  shadows.under(500, 852, 40, 7);
  const shrub = drawing.shape(bush(weather, 2));
  drawing.add(
    ...pines,
    // Mown in stripes towards the house.
    ...[0, 2, 4, 6].map((i) =>
      filled(
        new Path().polygon(
          [-200 + i * 210, 900],
          [10 + i * 210, 900],
          [330 + i * 96, 690],
          [234 + i * 96, 690],
        ),
        weather.lawnLit,
        { "fill-opacity": 0.35 },
      ),
    ),
    shadows,
    filled(
      dapples({ left: 560, right: 1100, top: 720, bottom: 800 }, 18, 44, rng),
      mixed(weather.lawn, weather.lawnLit, 0.6),
    ),
    placed(930, 690, 0.78, house(weather, { lit: true })),
    drawing.use(shrub, { transform: placement(760, 694, 0.62) }),
    drawing.use(shrub, { transform: placement(812, 694, 0.5) }),
    drawing.use(shrub, { transform: placement(1150, 696, 0.6) }),
    kept,
    placed(560, 716, 0.72, blossoming(myrtle)),
    // The bed of chips around the myrtle.
    filled("M500 722q60-26 130 0-66 24-130 0z", weather.wood.cut),
    stroked(grass(points("500,730 640,730"), 9, 14, rng), weather.lawnShade, 2.5),
    placed(250, 816, 0.9, logStack(drawing, 5, 3, 24, weather.wood)),
    placed(760, 826, 1.3, wheelbarrow(weather)),
    figure(poses.pushing, {
      shadows,
      x: 500,
      y: 850,
      scale: 1.42,
      clothes: crew[0],
      holding: placed(14, -40, 1, rake(46)),
    }),
    figure(poses.standing, { shadows, x: 866, y: 834, scale: 1.34, clothes: crew[2], left: true }),
    figure(poses.waving, { shadows, x: 1030, y: 812, scale: 1.26, clothes: neighbour, left: true }),
    stroked(meadow({ left: 0, right: 220, top: 730, bottom: 900 }, 60, rng), weather.lawnShade, 3),
  );
  return drawing;
}
