import { morning, onDark } from "../../palette.ts";
import { hitch, rope } from "../../props/rigging.ts";
import { stump } from "../../props/timber.ts";
import { Drawing, filled, group, placed } from "../../svg.ts";
import { loblollyPine, pineStem, pineTop } from "../../trees/loblolly-pine.ts";
import { standing, timber } from "../../trees/tree.ts";

// One pine of 90 feet, and its remains further down the page, all to one scale.
const foot = 13;
const width = 430;
const { leaves, wood } = morning;

export default {
  /** The pine before the first cut. It is slim, because it grew among other trees. */
  "tree-removal/pine-90": () =>
    new Drawing(width, 90 * foot).add(
      group(
        { transform: `translate(${width / 2} ${90 * foot - 8})scale(.68 .985)` },
        standing(loblollyPine({ detail: 0.44 }), { leaves, wood }),
      ),
    ),

  /** The stem, with its top cut off flat. */
  "tree-removal/pine-62": () => {
    const height = 62 * foot;
    const stem = timber(pineStem(height - 24), { ...wood, shade: "#4a3526" });
    const cut = filled(`M-15-${height - 24}q19-8 38 0-19 9-38 0z`, wood.cut);
    return new Drawing(width, height).add(placed(width / 2, height - 8, 1, stem, cut));
  },

  "tree-removal/pine-2": () =>
    new Drawing(120, 2 * foot + 8).add(placed(60, 2 * foot - 4, 1, stump(34, 20, wood, 2))),

  "tree-removal/pine-hanging": () =>
    new Drawing(400, 560).add(
      group(
        { transform: "translate(190 530)rotate(2)scale(.6 .82)" },
        pineTop({ leaves: onDark, wood }, { detail: 0.5 }),
        filled("M-19-6q19-7 38 0-19 8-38 0z", wood.cut),
      ),
      // The knot is above the middle of the piece, so that it hangs upright.
      rope("200,0 200,196", 6),
      hitch([185, 192], 30, -90, 6),
    ),
};
