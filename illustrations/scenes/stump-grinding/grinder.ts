import { crew, figure, poses } from "../../figures.ts";
import { leaves } from "../../foliage.ts";
import { ball, points } from "../../geometry.ts";
import { cloud, grass, meadow, Shadows, stage } from "../../landscape.ts";
import { evening, mixed } from "../../palette.ts";
import { house } from "../../props/house.ts";
import { stumpGrinder } from "../../props/machines.ts";
import { stump } from "../../props/timber.ts";
import { random } from "../../random.ts";
import { Drawing, element, Path, placed, stroked } from "../../svg.ts";
import { overhang } from "../../trees/overhang.ts";

/** The grinder at work: its wheel eats into a wide stump, chips fly. */
export function grinding(): Drawing {
  const weather = evening;
  const drawing = new Drawing(1200, 900);
  const rng = random(91);
  const shadows = new Shadows(drawing, weather, 1.2, 0.2);
  const chips = "#e3bd84";
  shadows.plane([250, 720], [520, 800], [760, 812], [640, 742]);
  shadows.plane([580, 800], [830, 806], [1010, 838], [760, 840]);
  const flying = new Path();
  for (let i = 0; i < 90; i++) {
    const reach = rng.between(0.1, 1);
    const angle = rng.between(2.5, 4.3);
    const x = 560 + Math.cos(angle) * 360 * reach;
    const y = 690 + Math.sin(angle) * 250 * reach + reach * reach * 70;
    const turn = rng.between(0, 3);
    flying.move(x, y).line([x + Math.cos(turn) * 13, y + Math.sin(turn) * 13]);
  }
  drawing.add(
    stage(drawing, weather, { sun: { x: 150, y: 210, r: 70 }, horizon: 560, seed: 92, trees: 112 }),
    cloud(560, 150, 280, weather.cloud, 4),
    placed(960, 590, 0.66, house(weather)),
    shadows,
    stroked(
      meadow({ left: 0, right: 1200, top: 600, bottom: 900 }, 110, rng),
      weather.lawnShade,
      3,
    ),
    element("ellipse", {
      cx: 400,
      cy: 772,
      rx: 330,
      ry: 58,
      fill: mixed(chips, weather.earth, 0.5),
    }),
    stroked(
      leaves(
        ball(400, 772, 330, 58),
        { left: 70, right: 730, top: 700, bottom: 840 },
        { length: 20, width: 9 },
        0.6,
        rng,
      ),
      chips,
      7,
    ),
    placed(360, 762, 2.3, stump(76, 62, weather.wood, 7)),
    stroked(flying, chips, 6),
    stroked(flying, "#fff1cf", 3, { "stroke-dasharray": "3 120" }),
    placed(740, 806, 2.7, stumpGrinder()),
    figure(poses.pushing, { shadows, x: 967, y: 820, scale: 3.5, left: true, clothes: crew[0] }),
    overhang(weather, { x: 1230, y: -30, width: -560, drop: 170, seed: 6 }),
    stroked(grass(points("60,830 240,846"), 18, 16, rng), weather.lawnShade, 3.5),
  );
  return drawing;
}
