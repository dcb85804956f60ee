import { crew, figure, poses } from "../../figures.ts";
import { leaves } from "../../foliage.ts";
import { ball, intersection } from "../../geometry.ts";
import { cloud, meadow, Shadows, stage } from "../../landscape.ts";
import { mixed, morning } from "../../palette.ts";
import { stumpGrinder } from "../../props/machines.ts";
import { cone } from "../../props/rigging.ts";
import { stump } from "../../props/timber.ts";
import { truck, truckOutline } from "../../props/truck.ts";
import { wheelbarrow } from "../../props/yard.ts";
import { random } from "../../random.ts";
import { Drawing, element, filled, type Markup, Path, placed, stroked } from "../../svg.ts";
import { loblollyPine } from "../../trees/loblolly-pine.ts";
import { overhang } from "../../trees/overhang.ts";
import { planted } from "../../trees/tree.ts";

/** A row of stumps along a fence: the far ones are ground away, the grinder is at the third. */
export function stumpRow(): Drawing {
  const weather = morning;
  const drawing = new Drawing(1200, 900);
  const rng = random(14);
  const shadows = new Shadows(drawing, weather, 0.9, 0.24);
  const chips = "#c99f6b";
  // From far to near along the fence.
  const places: [x: number, y: number, scale: number][] = [
    [874, 650, 0.42],
    [786, 686, 0.56],
    [650, 734, 0.76],
    [450, 796, 1.02],
    [160, 858, 1.4],
  ];
  const bed = (x: number, y: number, r: number): Markup => {
    const region = intersection(ball(x, y, r, r * 0.3));
    const box = { left: x - r, right: x + r, top: y - r, bottom: y + r };
    return (
      element("ellipse", {
        cx: x,
        cy: y,
        rx: r,
        ry: r * 0.28,
        fill: mixed(chips, weather.earth, 0.45),
      }) +
      stroked(
        leaves(region, box, { length: r * 0.14, width: r * 0.07 }, 0.5, rng),
        chips,
        Math.max(2, r * 0.05),
      )
    );
  };
  drawing.add(
    stage(drawing, weather, { sun: { x: 210, y: 190, r: 66 }, horizon: 560, seed: 21, trees: 110 }),
    cloud(560, 150, 260, weather.cloud, 5),
  );
  const pine = planted(drawing, loblollyPine({ detail: 0.62 }), weather, {
    x: 1090,
    y: 640,
    scale: 0.5,
    shadows,
  });
  for (const [i, [x, y, s]] of places.entries())
    if (i > 1)
      shadows.plane(
        [x, y + 10],
        [x + 40 * s, y + 14 * s],
        [x + 220 * s, y + 30 * s],
        [x + 210 * s, y + 4],
        [x + 70 * s, y - 56 * s],
      );
  shadows.cast(drawing.shape(truckOutline), 1010, 622, 0.5);
  drawing.add(
    // The fence runs away from us.
    filled(
      new Path().polygon([0, 560], [930, 560], [930, 604], [0, 690]),
      mixed(weather.wood.cut, weather.haze, 0.3),
    ),
    fencePickets(0, 930, mixed(weather.wood.cut, weather.wood.shade, 0.36)),
    shadows,
    stroked(
      meadow({ left: 0, right: 1200, top: 640, bottom: 900 }, 100, rng),
      weather.lawnShade,
      3,
    ),
    pine,
    placed(1010, 622, 0.5, truck(weather)),
    bed(874, 652, 62),
    bed(786, 690, 84),
    bed(650, 742, 150),
  );
  for (const [i, [x, y, s]] of places.entries()) {
    if (i < 2) continue;
    if (i === 2) {
      // Half gone: the wheel has eaten into it from the right.
      drawing.add(placed(x, y, s, stump(62, 30, weather.wood, i)));
      drawing.add(
        stroked(
          "M668 712q20-70 60-96M676 706q34-44 80-56M660 716q-2-60 20-104M684 716q40-20 78-18",
          chips,
          5,
          { "stroke-dasharray": "1 13" },
        ),
        placed(796, 752, 1, stumpGrinder()),
        figure(poses.pushing, {
          shadows,
          x: 884,
          y: 754,
          scale: 1.26,
          left: true,
          clothes: crew[1],
        }),
      );
    } else drawing.add(placed(x, y, s, stump(62, i === 4 ? 60 : 52, weather.wood, i)));
  }
  drawing.add(
    placed(1040, 850, 1.5, wheelbarrow(weather)),
    figure(poses.pushing, { shadows, x: 1124, y: 866, scale: 1.5, left: true, clothes: crew[0] }),
    placed(580, 870, 1.2, cone),
    placed(320, 884, 1.3, cone),
    overhang(weather, { x: -30, y: -20, width: 560, drop: 150, seed: 4 }),
    "",
  );
  return drawing;
}

/** The gaps between boards of a fence that runs towards its vanishing point. */
function fencePickets(from: number, to: number, colour: string): Markup {
  const gaps = new Path();
  for (let x = from; x < to; x += 34 - (x / to) * 22)
    gaps.move(x, 560).line([x, 690 - (x / to) * 86]);
  return stroked(gaps, colour, 3) + stroked(`M${from} 566H${to}`, colour, 4);
}
