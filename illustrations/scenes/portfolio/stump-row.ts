import { crew } from "../../figures.ts";
import { toScale } from "../../measure.ts";
import { mixed, morning } from "../../palette.ts";
import { townhouses } from "../../props/homes.ts";
import { cone } from "../../props/rigging.ts";
import { stump } from "../../props/timber.ts";
import { truck, truckOutline } from "../../props/truck.ts";
import { chipCurtain, grinder, wheelbarrow } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { ellipse, filled, Path, placed, stroked } from "../../svg.ts";
import { loblollyPine } from "../../trees/loblolly-pine.ts";
import { overhang } from "../../trees/overhang.ts";

/**
 * Returns the place `across` feet to the right of the eye, which is 8 ft above the lawn, where a foot has this
 * length. The row and the fence run toward (180, 520).
 */
const on = (across: number, foot: number) => ({
  x: Math.round(180 + across * foot),
  y: 520 + 8 * foot,
  ...toScale(foot),
});

/** A row of stumps along a fence. The distant ones are ground away, and the grinder is at the third. */
export default function stumpRow() {
  const scene = new Scene(morning, { seed: 14, run: 0.9, fall: 0.24 });
  const { weather, shadows } = scene;
  const chips = "#c99f6b";
  const row = [43, 33, 25, 19, 15].map((foot) => on(17, foot));
  const bed = ({ x, y, foot }: ReturnType<typeof on>, feet: number) =>
    ellipse(x, y, feet * foot, feet * foot * 0.26, mixed(chips, weather.earth, 0.45)) +
    scene.chips(x, y, feet * foot, feet * foot * 0.28, foot * 0.34, 0.5, chips);
  const remains = (i: number, inches: number, height: number) => {
    const { x, y, inch } = row[i] ?? on(0, 1);
    shadows.plane([x, y + 2 * inch], [x + 44 * inch, y + 9 * inch], [x + 50 * inch, y - inch]);
    return placed(x, y, 1, stump((inches / 2 / 1.54) * inch, height * inch, weather.wood, i + 2));
  };
  // The gaps between the boards of the fence, which runs toward the vanishing point.
  const gaps = new Path();
  for (let foot = 31.9; foot > 8; foot *= 0.965)
    gaps.move(180 + 32 * foot, 520 + 2 * foot).line([180 + 32 * foot, 520 + 8 * foot]);
  const [third = on(17, 25)] = row.slice(2);
  const barrow = on(1, 34);
  return scene.add(
    scene.stage([210, 190, 66], 560, { seed: 21, trees: 110 }),
    scene.cloud(560, 150, 260, 5),
    placed(900, 592, 0.72, townhouses(weather)),
    scene.plant(loblollyPine({ detail: 0.62 }), 66, 572, 0.53),
    shadows,
    scene.meadow({ left: 0, right: 1200, top: 640, bottom: 900 }, 100),
    filled("M1200 584L436 536V584L1200 775z", mixed(weather.wood.cut, weather.haze, 0.3)),
    stroked(gaps, mixed(weather.wood.cut, weather.wood.shade, 0.36), 3),
    scene.shaded(206, 600, 0.82, truck(weather), truckOutline),
    ...row.slice(3).map((place) => bed(place, 3)),
    bed(third, 3.4),
    placed(third.x + 16, third.y, third.things, chipCurtain),
    scene.person("pushing", third.x + 80 * third.things, third.y - 4, third.people, {
      left: true,
      clothes: crew[1],
    }),
    remains(2, 18, 6),
    placed(third.x + 16, third.y + 2, third.things, grinder),
    remains(1, 14, 8),
    remains(0, 22, 11),
    placed(barrow.x, barrow.y, barrow.things, wheelbarrow(weather)),
    scene.person("pushing", barrow.x + 46 * barrow.things, barrow.y + 8, barrow.people, {
      left: true,
    }),
    scene.repeat(cone, [636, 848, 2.4], [770, 884, 2.7]),
    overhang(weather, { x: 1230, y: -20, width: -560, drop: 150, seed: 4 }),
  );
}
