import { crew, figure, neighbour, poses } from "../../figures.ts";
import { points } from "../../geometry.ts";
import { cloud, litter, meadow, Shadows, stage } from "../../landscape.ts";
import { morning, token } from "../../palette.ts";
import { house, houseOutline } from "../../props/house.ts";
import { boom } from "../../props/machines.ts";
import { chainsaw, cone, rope } from "../../props/rigging.ts";
import { brushPile } from "../../props/yard.ts";
import { random } from "../../random.ts";
import { Drawing, filled, placed, stroked } from "../../svg.ts";
import { fallenOak } from "../../trees/fallen-oak.ts";

/** The morning after: an oak lies across a roof, held by a crane while the crew cuts it free. */
export function stormOakLifted(): Drawing {
  const weather = morning;
  const drawing = new Drawing(1200, 900);
  const rng = random(3);
  const shadows = new Shadows(drawing, weather);
  const k = 1.12;
  shadows.cast(drawing.shape(houseOutline), 390, 800, k);
  shadows.under(1000, 856, 150, 14);
  const saw = placed(16, -42, 0.85, chainsaw);
  drawing.add(
    stage(drawing, weather, { sun: { x: 120, y: 130, r: 58 }, horizon: 650, seed: 12 }),
    cloud(330, 110, 260, weather.cloud, 3),
    shadows,
    stroked(
      meadow({ left: 0, right: 1200, top: 690, bottom: 900 }, 120, rng),
      weather.lawnShade,
      3,
    ),
    placed(390, 800, k, house(weather)),
    figure(poses.pushing, { x: 292, y: 456, scale: 1.1, clothes: crew[1], holding: saw }),
    fallenOak(weather, { root: [1010, 800], crown: [560, 446], spread: 440, trunk: 66, seed: 4 }),
    // Broken shingles and a gutter that hangs.
    stroked("M700 640l96 62", weather.wall, 7),
    boom([1290, 690], [796, 52], 36),
    stroked("M796 52V500", "#2e3b3a", 3),
    stroked("M796 500l-46 74M796 500l30 136", token("lime-400"), 5),
    rope(points("752,574 850,700 884,836")),
    figure(poses.hauling, { shadows, x: 908, y: 878, scale: 1.16, left: true, clothes: crew[2] }),
    figure(poses.pointing, { shadows, x: 640, y: 866, scale: 1.16, clothes: crew[0] }),
    figure(poses.folded, { shadows, x: 566, y: 862, scale: 1.12, clothes: neighbour }),
    filled(
      litter({ left: 260, right: 840, top: 810, bottom: 890 }, 30, 17, rng),
      weather.leaves.lit,
    ),
    placed(140, 862, 1.25, brushPile(weather, 3)),
    placed(330, 872, 1.1, cone),
    placed(420, 884, 1.1, cone),
  );
  return drawing;
}
