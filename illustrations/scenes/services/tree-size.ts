import { figure, neighbour } from "../../figures.ts";
import { morning, token } from "../../palette.ts";
import { colonial } from "../../props/homes.ts";
import { Drawing, group, placed, rectangle, stroked } from "../../svg.ts";
import { standing } from "../../trees/tree.ts";
import { waterOak } from "../../trees/water-oak.ts";

// What /services sizes a tree with, a layer each (`app/src/routes/services/tree-sizer.tsx`): a frame 100 feet
// wide, 105 high above the ground and 8 below it.
const foot = 12.2;
const [width, ground, height] = [100 * foot, 105 * foot, Math.round(113 * foot)];

const weather = morning;

const tree = (age: "young" | "grown", detail: number, w: number, h: number) => () =>
  new Drawing(w, h).add(placed(w / 2, h - 2, 1, standing(waterOak(age, detail), weather)));

export default {
  /** The lawn in section, and somebody 5 ft 8 tall. */
  "services/size-yard": () =>
    new Drawing(width, height).add(
      rectangle(0, ground, width, height - ground, weather.earth),
      rectangle(0, ground, width, 1.2 * foot, weather.lawn.body),
      stroked(`M0 ${ground}H${width}`, weather.lawn.shade, 5),
      figure("pointing", 22 * foot, ground, 0.96, { clothes: neighbour, face: "plain" }),
    ),

  "services/size-young": tree("young", 0.8, 320, 484),
  "services/size-grown": tree("grown", 0.6, 730, 994),

  /** Two floors, 36 feet long and 29 high, from the left wall on; the eaves reach out over it. */
  "services/size-house": () =>
    new Drawing(40 * foot, 390).add(placed(20 * foot, 390, 1, colonial(weather))),

  /** A street's lines on their poles: 38 feet up, the neutral below them, and the telephone. */
  "services/size-wires": () => {
    const pole = (x: number) =>
      rectangle(x - 6, -40 * foot, 12, 40 * foot, weather.wood.lit) +
      rectangle(x + 1, -40 * foot, 5, 40 * foot, weather.wood.shade) +
      rectangle(x - 4 * foot, -38 * foot, 8 * foot, 7, weather.wood.shade);
    const line = (at: number) =>
      `M-${20 * foot}-${at * foot}Q${width / 2}-${(at - 5) * foot} ${width + 20 * foot}-${at * foot}`;
    return new Drawing(width, 500).add(
      group(
        { transform: "translate(0 500)" },
        pole(10 * foot),
        stroked(line(38.4) + line(37.8), token("canopy-950"), 3.5),
        stroked(line(28), token("canopy-950"), 3),
        stroked(line(22), token("canopy-950"), 6),
      ),
    );
  },
};
