import { figure, neighbour, poses } from "../../figures.ts";
import { beam, litter, meadow, rain, Shadows, stage } from "../../landscape.ts";
import { mixed, overcast } from "../../palette.ts";
import { house, houseOutline } from "../../props/house.ts";
import { truck } from "../../props/truck.ts";
import { random } from "../../random.ts";
import { Drawing, filled, placed, stroked } from "../../svg.ts";
import { fallenOak } from "../../trees/fallen-oak.ts";
import { halfOak } from "../../trees/oak.ts";
import { planted } from "../../trees/tree.ts";

/** In the rain: an oak has split down its trunk, one half lies on the roof, the crew's truck pulls up. */
export function stormOakOnRoof(): Drawing {
  const weather = { ...overcast, lamp: "#f7dc86" };
  const drawing = new Drawing(1200, 900);
  const rng = random(8);
  const shadows = new Shadows(drawing, weather);
  const k = 1.08;
  shadows.cast(drawing.shape(houseOutline), 350, 770, k);
  drawing.add(
    stage(drawing, weather, { sun: { x: -40, y: -20, r: 40 }, horizon: 640, seed: 17, trees: 104 }),
  );
  const standing = planted(drawing, halfOak({ detail: 0.7 }), weather, {
    x: 880,
    y: 796,
    scale: 0.98,
    shadows,
  });
  drawing.add(
    shadows,
    stroked(
      meadow({ left: 0, right: 1200, top: 680, bottom: 900 }, 120, rng),
      weather.lawnShade,
      3,
    ),
    placed(350, 770, k, house(weather, { lit: true })),
    standing,
    // The tear: pale wood where the trunk came apart.
    fallenOak(weather, {
      root: [860, 690],
      crown: [452, 420],
      spread: 460,
      trunk: 60,
      seed: 6,
      rootless: true,
      detail: 0.85,
    }),
    filled(
      "M846 668l26-52 6 34 16-62 8 60 14-36-2 62 12 46-22 60-26-40-18 18-8-48-22 6z",
      weather.wood.cut,
    ),
    filled(
      "M884 640l6 72 16 60 12-54-10-46-8 20-6-44z",
      mixed(weather.wood.cut, weather.wood.lit, 0.5),
    ),
    stroked("M858 668l10 40M874 650l6 62M902 640l2 70", weather.wood.lit, 3),
    stroked("M640 628l88 58", weather.wall, 7),
    filled(
      litter({ left: 240, right: 900, top: 790, bottom: 880 }, 30, 17, rng),
      weather.leaves.lit,
    ),
    figure(poses.waving, { shadows, x: 250, y: 846, scale: 1.2, clothes: neighbour, holding: "" }),
    beam([896, 828], [566, 838], [540, 890], weather, 0.3),
    placed(1046, 868, 0.94, truck(weather, { headlamp: true })),
    rain(drawing, "#c8d3cf", 120, rng),
  );
  return drawing;
}
