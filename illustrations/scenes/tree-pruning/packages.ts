import { crew, figure, groundsman } from "../../figures.ts";
import { dimension, toScale } from "../../measure.ts";
import { morning, token } from "../../palette.ts";
import { Drawing, group, type Markup, stroked } from "../../svg.ts";
import { crapeMyrtle } from "../../trees/crape-myrtle.ts";
import { loblollyPine } from "../../trees/loblolly-pine.ts";
import { magnolia } from "../../trees/magnolia.ts";
import { oak } from "../../trees/oak.ts";
import { bright, type Growth, glossy, smooth, standing, type Tree } from "../../trees/tree.ts";
import { tulipPoplar } from "../../trees/tulip-poplar.ts";
import { waterOak } from "../../trees/water-oak.ts";

// The trees of the three packages, and the people beside them, all to one scale.
const { foot, people } = toScale(12.2);
const weather = morning;
const ink = token("bark-500");

const at = (x: number, y: number, scale: string, tree: Tree, growth: Growth = weather): Markup =>
  group({ transform: `translate(${x} ${y})scale(${scale})` }, standing(tree, growth));

const height = (feet: number, ground: number): Markup =>
  dimension([16, ground - feet * foot], [16, ground - 3], `${feet} ft`, ink, {
    size: 44,
    at: 0.86,
    beside: 66,
  });

export default {
  /** A water oak with one leader, out of its stakes, and mulch that is flat and off the trunk. */
  "tree-pruning/young": () =>
    new Drawing(440, 330).add(
      height(25, 330),
      stroked("M226 327H276M292 327H342", weather.wood.cut, 5),
      at(284, 329, ".62", waterOak("young", 0.6)),
      figure("pointing", 396, 329, people, { left: true, clothes: crew[2] }),
    ),

  "tree-pruning/mature": () =>
    new Drawing(1080, 810).add(
      height(66, 810),
      at(552, 806, ".87 .985", oak({ detail: 0.5, girth: 0.75 })),
      figure("pointing", 760, 806, people, { left: true, ...groundsman }),
    ),

  /** Five trees of five kinds. */
  "tree-pruning/yearly": () =>
    new Drawing(1085, 620).add(
      at(190, 618, ".32", oak({ detail: 0.34, seed: 9, girth: 0.75 })),
      at(410, 618, ".36 .5", loblollyPine({ detail: 0.36 })),
      at(590, 618, ".46", magnolia({ detail: 0.38 }), glossy(weather)),
      at(820, 618, ".42 .44", tulipPoplar({ detail: 0.36 }), bright(weather)),
      at(976, 618, ".5", crapeMyrtle({ detail: 0.4 }), smooth(weather)),
    ),
};
