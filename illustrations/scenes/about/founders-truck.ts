import { crew, figure, poses } from "../../figures.ts";
import { points } from "../../geometry.ts";
import { cloud, dapples, grass, Shadows, stage } from "../../landscape.ts";
import { evening, mixed, token } from "../../palette.ts";
import { cone } from "../../props/rigging.ts";
import { log } from "../../props/timber.ts";
import { truck, truckOutline } from "../../props/truck.ts";
import { random } from "../../random.ts";
import { Drawing, filled, group, Path, placed, stroked } from "../../svg.ts";
import { limb, roots, wooden } from "../../trees/limbs.ts";
import { overhang } from "../../trees/overhang.ts";
import { timber } from "../../trees/tree.ts";

/** The two brothers and their truck under an oak, at the end of a day. */
export function foundersTruck(): Drawing {
  const weather = evening;
  const drawing = new Drawing(1200, 900);
  const rng = random(101);
  const shadows = new Shadows(drawing, weather, 1.1, 0.14);
  const trunk = wooden(
    [...roots(120, 150), limb("0,12:170 0,-50:120 4,-220:104 -6,-420:96 -10,-700:84")],
    rng,
  );
  shadows.cast(drawing.shape(truckOutline), 724, 742, 2.75);
  shadows.plane([160, 800], [186, 800], [420, 836], [372, 840]);
  shadows.plane([300, 812], [322, 812], [540, 846], [496, 850]);
  drawing.add(
    stage(drawing, weather, {
      sun: { x: 170, y: 300, r: 78 },
      horizon: 610,
      seed: 102,
      trees: 120,
    }),
    cloud(380, 210, 260, weather.cloud, 4),
    group({ transform: "translate(1110 720)" }, timber(trunk, weather.wood)),
    // The drive.
    filled(
      new Path()
        .move(0, 742)
        .quadratic(600, 716, 1200, 736)
        .line([1200, 880])
        .quadratic(600, 850, 0, 884)
        .close(),
      weather.paving,
    ),
    filled(
      new Path()
        .move(0, 742)
        .quadratic(600, 716, 1200, 736)
        .line([1200, 744])
        .quadratic(600, 724, 0, 752)
        .close(),
      mixed(weather.paving, weather.lawnShade, 0.5),
    ),
    shadows,
    filled(
      dapples({ left: 620, right: 1180, top: 770, bottom: 850 }, 24, 56, rng),
      mixed(weather.paving, "#ffffff", 0.4),
      { "fill-opacity": 0.6 },
    ),
    placed(734, 746, 2.75, truck(weather, { grid: 140 })),
    overhang(weather, { x: 1240, y: -50, width: -900, drop: 250, seed: 8 }),
    // A coil of rope on the shoulder, a log to lean on.
    placed(520, 846, 1.1, log(190, 30, weather.wood, 5)),
    figure(poses.folded, {
      shadows,
      x: 128,
      y: 806,
      scale: 4,
      face: "bearded",
      clothes: { ...crew[0], skin: "#c68d62" },
    }),
    figure(poses.standing, {
      shadows,
      x: 286,
      y: 820,
      scale: 4.1,
      face: "plain",
      left: true,
      clothes: { ...crew[1], skin: "#bb8259" },
      holding: stroked(
        "M-13-29a6 9 0 1 0 12 0a6 9 0 1 0-12 0M-12-28a5 9 0 1 0 10 1M-11-30a4 8 0 1 0 9 1M-13-38l13 3",
        token("paper-50"),
        1.3,
      ),
    }),
    placed(1010, 868, 1.7, cone),
    stroked(grass(points("0,896 1200,892"), 22, 60, rng), weather.lawnShade, 4),
    filled("M0 884q600-34 1200-4v20H0z", weather.lawn),
    stroked(grass(points("0,890 1200,886"), 20, 54, rng), weather.lawnShade, 3.5),
  );
  return drawing;
}
