import { crew, figure, poses } from "../../figures.ts";
import { cloud, meadow, Shadows, stage } from "../../landscape.ts";
import { morning, token } from "../../palette.ts";
import { bush } from "../../props/bush.ts";
import { house, houseOutline } from "../../props/house.ts";
import { boom, craneTruck } from "../../props/machines.ts";
import { chainsaw, cone, rope } from "../../props/rigging.ts";
import { truck, truckOutline } from "../../props/truck.ts";
import { random } from "../../random.ts";
import { Drawing, filled, group, Path, placed, placement, stroked } from "../../svg.ts";
import { pineStem, pineTop } from "../../trees/loblolly-pine.ts";
import { magnolia, magnoliaFlowers } from "../../trees/magnolia.ts";
import { glossy, planted, standing } from "../../trees/tree.ts";

/** A pine beside a house comes off in one piece: the top hangs from a crane, its stem still stands. */
export function craneRemoval(): Drawing {
  const weather = morning;
  const drawing = new Drawing(1200, 900);
  const rng = random(5);
  const shadows = new Shadows(drawing, weather);
  const k = 0.74;
  const ground = 760;

  const tip: [number, number] = [790, 44];
  const stemHeight = 560;
  const stemAt: [number, number] = [548, ground - 14];
  const cut: [number, number] = [stemAt[0] + 3, stemAt[1] - stemHeight * k];
  const piece: [number, number] = [800, 500];

  drawing.add(
    stage(drawing, weather, { sun: { x: 170, y: 170, r: 62 }, horizon: 652, seed: 4 }),
    cloud(330, 120, 250, weather.cloud, 2),
    cloud(900, 210, 230, weather.cloud, 6),
  );
  const shade = magnolia({ detail: 0.42 });
  const back = planted(drawing, shade, weather, {
    x: 1092,
    y: 716,
    scale: 0.66,
    leaves: glossy(weather.leaves),
    shadows,
  });
  const stem = planted(drawing, pineStem(stemHeight), weather, {
    x: stemAt[0],
    y: stemAt[1],
    scale: k,
    shadows,
  });
  shadows.cast(drawing.shape(houseOutline), 300, ground, k);
  shadows.cast(drawing.shape(truckOutline), 140, 878, 0.84);
  shadows.under(1000, 826, 190, 12);
  drawing.add(
    // The drive.
    filled(
      new Path()
        .move(560, ground + 6)
        .line([1200, ground - 22], [1200, ground + 92], [330, 900], [0, 900], [0, 862])
        .quadratic(360, 846, 560, ground + 6)
        .close(),
      weather.paving,
    ),
    shadows,
    stroked(
      meadow({ left: 0, right: 1200, top: 690, bottom: 740 }, 90, rng),
      weather.lawnShade,
      2.5,
    ),
    back,
    placed(1092, 716, 0.66, magnoliaFlowers(drawing)),
    stem,
    placed(300, ground, k, house(weather)),
  );
  const shrub = drawing.shape(bush(weather, 1));
  for (const [x, scale] of [
    [262, 0.5],
    [522, 0.6],
  ] as const)
    drawing.add(drawing.use(shrub, { transform: placement(x, ground + 4, scale) }));

  drawing.add(
    boom([1090, 752], tip, 30),
    // The piece in the air, on two slings.
    stroked(new Path().move(...tip).line([tip[0] + 14, 214]), "#2e3b3a", 3),
    stroked(new Path().move(...tip).line([tip[0] - 4, 214]), "#2e3b3a", 1.5),
    group(
      { transform: `translate(${piece[0]} ${piece[1]})rotate(3)scale(.62)translate(-4 600)` },
      standing(pineTop({ detail: 0.46 }), weather.leaves, weather.wood),
      filled("M-15-606q19-7 38 0-19 8-38 0z", weather.wood.cut),
    ),
    filled(`M${cut[0] - 14} ${cut[1] + 1}q14-6 28 0-14 6-28 0z`, weather.wood.cut),
    // Tag line to the ground.
    rope(
      [
        [piece[0] + 4, piece[1] - 6],
        [808, 650],
        [850, 800],
      ],
      2.5,
    ),
    figure(poses.climbing, {
      x: cut[0] - 46,
      y: cut[1] + 96,
      scale: 1,
      saddle: true,
      clothes: crew[1],
      holding: placed(16, -52, 0.8, chainsaw),
    }),
    stroked(
      new Path().move(cut[0] - 46, cut[1] + 66).line([cut[0], cut[1] + 54]),
      token("lime-400"),
      2.5,
    ),
    placed(1040, 826, 1, craneTruck(weather)),
    figure(poses.hauling, { shadows, x: 870, y: 856, scale: 1.02, left: true, clothes: crew[0] }),
    figure(poses.pointing, { shadows, x: 700, y: 822, scale: 1, clothes: crew[2] }),
    placed(140, 878, 0.84, truck(weather)),
  );
  const marker = drawing.shape(cone);
  for (const [x, y] of [
    [330, 858],
    [430, 838],
    [516, 812],
  ] as const)
    drawing.add(drawing.use(marker, { transform: placement(x, y, 0.86) }));
  return drawing;
}
