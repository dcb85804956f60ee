import { crew, figure, poses } from "../../figures.ts";
import { points } from "../../geometry.ts";
import { cloud, grass, litter, meadow, Shadows, stage } from "../../landscape.ts";
import { morning, token } from "../../palette.ts";
import { block, chainsaw, cone, figureEight, rope } from "../../props/rigging.ts";
import { log, logStack } from "../../props/timber.ts";
import { brushPile, fence } from "../../props/yard.ts";
import { random } from "../../random.ts";
import { Drawing, filled, group, Path, placed, stroked } from "../../svg.ts";
import { limb, roots, wooden } from "../../trees/limbs.ts";
import { pineTop } from "../../trees/loblolly-pine.ts";
import { standing, timber } from "../../trees/tree.ts";

/** A pine comes down in pieces: the top tips over, a log travels down the rope, the crew receives it. */
export function removalRope(): Drawing {
  const weather = morning;
  const drawing = new Drawing(600, 1600);
  const rng = random(61);
  const shadows = new Shadows(drawing, weather, 0.8, 0.22);
  const trunk = wooden(
    [...roots(74, 84), limb("0,10:108 0,-30:78 4,-260:66 -4,-560:56 4,-820:46 0,-980:38")],
    rng,
  );
  const foot: [number, number] = [236, 1440];
  const top = foot[1] - 980;
  shadows.cast(drawing.shape(filled(trunk.bark)), ...foot);
  shadows.under(470, 1500, 90, 9);
  drawing.add(
    stage(drawing, weather, { sun: { x: 96, y: 170, r: 58 }, horizon: 1330, seed: 62, trees: 150 }),
    cloud(330, 560, 230, weather.cloud, 3),
    cloud(-50, 800, 210, weather.cloud, 6),
    placed(-8, 1392, 1.1, fence(560, weather)),
    shadows,
    stroked(
      meadow({ left: 0, right: 600, top: 1400, bottom: 1600 }, 80, rng),
      weather.lawnShade,
      3,
    ),
    group({ transform: `translate(${foot[0]} ${foot[1]})` }, timber(trunk, weather.wood)),
    filled(`M${foot[0] - 19} ${top}q19-8 38 0-19 9-38 0z`, weather.wood.cut),
    // The hinge, and the top that goes over.
    group(
      { transform: `translate(${foot[0] + 26} ${top - 6})rotate(33)scale(.8)translate(0 600)` },
      standing(pineTop({ detail: 0.85, seed: 5 }), weather.leaves, weather.wood),
      filled("M-19-604q19-8 38 0-19 9-38 0z", weather.wood.cut),
    ),
    // Climber below the cut.
    stroked(new Path().move(182, 600).quadratic(226, 622, 262, 590), token("lime-400"), 4),
    figure(poses.climbing, {
      x: 178,
      y: 640,
      scale: 1.42,
      saddle: true,
      clothes: crew[1],
      holding: placed(16, -52, 0.95, chainsaw),
    }),
    // The block, and the rope through it down to the ground.
    block(foot[0] + 34, 690, 15),
    rope(
      [
        [foot[0] + 34, 676],
        [430, 944],
      ],
      6,
    ),
    group(
      { transform: "translate(440 996)rotate(-24)scale(.94)" },
      figureEight(token("lime-400"), token("canopy-950"), 8),
    ),
    rope(points("452,1050 458,1094"), 6),
    stroked("M458 1094l-72 56M458 1094l34 52", token("lime-400"), 6),
    group({ transform: "translate(440 1196)rotate(-3)" }, log(176, 26, weather.wood, 5)),
    stroked("M386 1146v50M492 1142v50", token("lime-400"), 6),
    rope(
      [
        [foot[0] + 30, 704],
        [306, 960],
        [300, 1240],
        [280, 1404],
      ],
      6,
    ),
    // The line that keeps the log off the trunk.
    rope(points("520,1172 500,1290 430,1392"), 4),
    // Turns about the trunk, which brake the load.
    stroked("M196 1392q40 16 82-2M194 1406q42 16 86-2M194 1420q42 16 86-2", token("lime-400"), 6),
    rope(points("196,1420 150,1436 118,1424"), 6),
    figure(poses.hauling, { shadows, x: 92, y: 1518, scale: 1.5, clothes: crew[0] }),
    figure(poses.reaching, { shadows, x: 404, y: 1508, scale: 1.5, clothes: crew[2] }),
    placed(474, 1500, 1, logStack(drawing, 3, 2, 26, weather.wood)),
    placed(260, 1574, 1.3, brushPile(weather, 4)),
    placed(420, 1576, 1.4, cone),
    filled(
      litter({ left: 120, right: 580, top: 1520, bottom: 1590 }, 20, 16, rng),
      weather.leaves.lit,
    ),
    stroked(grass(points("150,1452 330,1454"), 16, 20, rng), weather.lawnShade, 3),
  );
  return drawing;
}
