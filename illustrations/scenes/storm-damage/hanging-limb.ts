import { crew, figure, poses } from "../../figures.ts";
import { crown, plate } from "../../foliage.ts";
import { points } from "../../geometry.ts";
import { cloud, grass, litter, meadow, Shadows, stage } from "../../landscape.ts";
import { mixed, overcast, token } from "../../palette.ts";
import { car } from "../../props/machines.ts";
import { cone, handsaw, rope } from "../../props/rigging.ts";
import { random } from "../../random.ts";
import { Drawing, filled, group, Path, placed, placement, stroked } from "../../svg.ts";
import { fallenOak } from "../../trees/fallen-oak.ts";
import { limb, roots, wooden } from "../../trees/limbs.ts";
import { foliage, timber } from "../../trees/tree.ts";

/** A torn limb hangs by its bark over a parked car; a climber ties it in before it is cut. */
export function stormHangingLimb(): Drawing {
  const weather = overcast;
  const drawing = new Drawing(1200, 900);
  const rng = random(27);
  const shadows = new Shadows(drawing, weather);
  shadows.under(806, 796, 190, 16);
  const trunk = wooden(
    [
      ...roots(150, 190),
      limb("0,12:200 0,-50:146 6,-200:124 -4,-380:112 4,-520:100 -12,-700:84 -30,-950:60"),
      limb("20,-420:80 90,-520:70 160,-570:60 214,-590:46"),
      limb("-10,-480:60 -120,-580:46 -330,-660:34"),
    ],
    rng,
  );
  const above = crown(
    [
      ...plate(60, 20, 460, rng, 0.5, 0.5),
      ...plate(470, -10, 520, rng, 0.5, 0.7),
      ...plate(860, 10, 420, rng, 0.5, 0.8),
      ...plate(-20, 120, 300, rng, 0.5, 0.9),
      ...plate(250, 96, 300, rng, 0.5, 0.9),
      ...plate(700, 90, 330, rng, 0.5, 1),
      ...plate(1000, 70, 240, rng, 0.5, 1),
    ],
    rng,
    {
      edge: { from: 26, to: 76, bulge: 0.34, lean: 0.6 },
      leaf: { length: 11, width: 6, density: 0.25 },
    },
  );
  drawing.add(
    stage(drawing, weather, { sun: { x: 30, y: 300, r: 44 }, horizon: 640, seed: 28, trees: 112 }),
    cloud(640, 300, 460, weather.cloud, 4),
    // Street behind the lawn.
    filled(
      new Path().polygon([0, 742], [1200, 712], [1200, 800], [0, 846]),
      mixed(weather.paving, token("storm-700"), 0.4),
    ),
    shadows,
    stroked(meadow({ left: 0, right: 1200, top: 850, bottom: 900 }, 80, rng), weather.lawnShade, 3),
    placed(800, 794, 1.9, car(weather, "#4f6f73")),
    group({ transform: placement(270, 846) }, timber(trunk, weather.wood)),
    // The limb: torn at the top, hanging by a strip.
    fallenOak(weather, {
      root: [494, 268],
      crown: [760, 560],
      spread: 380,
      trunk: 52,
      seed: 9,
      rootless: true,
    }),
    filled("M458 232l92-2-40 12 58 12-50 6 36 20-48-2 22 30-46-14-4 24-32-34z", weather.wood.cut),
    filled("M470 250l52 2-40 10 34 10-40 4z", mixed(weather.wood.cut, weather.wood.lit, 0.55)),
    stroked("M520 300l18 22M534 290l24 30", weather.wood.cut, 5),
    // The sling that holds it.
    stroked("M566 414l48-42M574 422l48-42", token("lime-400"), 4.5),
    foliage(above, weather.leaves),
    rope(points("404,60 424,220 436,330"), 3.5),
    figure(poses.climbing, {
      x: 432,
      y: 470,
      scale: 1.7,
      saddle: true,
      clothes: crew[1],
      holding: placed(16, -50, 1, handsaw),
    }),
    // The lowering line runs over the upper fork to the man on the ground.
    rope(points("596,392 560,250 540,110"), 3.5),
    rope(points("520,110 470,480 486,700 520,772"), 3.5),
    figure(poses.hauling, { shadows, x: 552, y: 872, scale: 1.72, left: true, clothes: crew[0] }),
  );
  const tape = new Path()
    .move(330, 812)
    .quadratic(420, 838, 640, 862)
    .quadratic(860, 872, 1130, 846);
  drawing.add(
    stroked(tape, token("orange-500"), 7),
    stroked(tape, token("paper-50"), 7, { "stroke-dasharray": "16 16", "stroke-linecap": "butt" }),
    placed(1130, 886, 1.8, cone),
    placed(650, 892, 1.6, cone),
    filled(
      litter({ left: 420, right: 1060, top: 800, bottom: 890 }, 34, 18, rng),
      weather.leaves.lit,
    ),
    stroked(grass(points("80,872 470,876"), 18, 24, rng), weather.lawnShade, 3),
  );
  return drawing;
}
