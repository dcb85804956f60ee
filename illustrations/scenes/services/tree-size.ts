import { figure, neighbor } from "../../figures.ts";
import { toScale } from "../../measure.ts";
import { morning, token } from "../../palette.ts";
import { colonial } from "../../props/homes.ts";
import { Drawing, group, placed, rectangle, stroked } from "../../svg.ts";
import { standing } from "../../trees/tree.ts";
import { waterOak } from "../../trees/water-oak.ts";

// The layers of the tree sizer on /services (`app/src/routes/services/tree-sizer/tree-sizer.tsx`), one picture each: a frame
// 100 feet wide, 105 feet high above the ground, and 8 feet below it.
const { foot, people } = toScale(12.2);
const [width, ground, height] = [100 * foot, 105 * foot, Math.round(113 * foot)];

const weather = morning;

const tree = (age: "young" | "grown", detail: number, w: number, h: number) => () =>
  new Drawing(w, h).add(placed(w / 2, h - 2, 1, standing(waterOak(age, detail), weather)));

export default {
  /** The lawn in section, and a person. */
  "services/size-yard": () =>
    new Drawing(width, height).add(
      rectangle(0, ground, width, height - ground, weather.earth),
      rectangle(0, ground, width, 1.2 * foot, weather.lawn.body),
      stroked(`M0 ${ground}H${width}`, weather.lawn.shade, 5),
      figure("pointing", 22 * foot, ground, people, { clothes: neighbor, face: "plain" }),
    ),

  "services/size-young": tree("young", 0.8, 320, 484),
  "services/size-grown": tree("grown", 0.6, 730, 994),

  /** A house of two floors, 36 feet long from the left wall and 29 feet high. The eaves reach over the wall. */
  "services/size-house": () =>
    new Drawing(40 * foot, 390).add(placed(20 * foot, 390, 1, colonial(weather))),

  /** A street's lines on their poles: power lines at 38 feet, and below them the neutral and the phone line. */
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
