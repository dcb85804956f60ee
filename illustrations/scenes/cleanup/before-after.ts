import { crew, figure, poses } from "../../figures.ts";
import { cloud, litter, meadow, Shadows, stage } from "../../landscape.ts";
import { mixed, morning, token } from "../../palette.ts";
import { bush } from "../../props/bush.ts";
import { rake } from "../../props/rigging.ts";
import { log } from "../../props/timber.ts";
import { brushPile, fence, twigs } from "../../props/yard.ts";
import { random } from "../../random.ts";
import {
  Drawing,
  element,
  filled,
  group,
  type Markup,
  mirrored,
  Path,
  placed,
  placement,
  rectangle,
  stroked,
} from "../../svg.ts";
import { crapeMyrtle } from "../../trees/crape-myrtle.ts";
import { fallenLimb } from "../../trees/fallen-oak.ts";
import { oak } from "../../trees/oak.ts";
import { blossoming, planted } from "../../trees/tree.ts";

/** A back garden with a swing: littered with a tree's remains, and cleared. One frame. */
function cleanup(after: boolean): Drawing {
  const weather = morning;
  const drawing = new Drawing(1200, 900);
  const rng = random(51);
  const shadows = new Shadows(drawing, weather, 1.1, 0.16);
  const lawn = after ? weather.lawn : mixed(weather.lawn, weather.earth, 0.28);
  drawing.add(
    stage(drawing, weather, { sun: { x: 190, y: 150, r: 60 }, horizon: 560, seed: 52, trees: 110 }),
    cloud(560, 120, 260, weather.cloud, 4),
  );
  const shade = planted(drawing, oak({ detail: 0.33, seed: 8 }), weather, {
    x: 1000,
    y: 640,
    scale: 0.62,
    shadows,
  });
  const myrtle = crapeMyrtle({ detail: 0.4 });
  const blooming = planted(drawing, myrtle, weather, {
    x: 180,
    y: 668,
    scale: 0.86,
    shadows,
    wood: { ...weather.wood, lit: "#b07f5a" },
  });
  shadows.plane([520, 716], [536, 716], [760, 756], [736, 758]);
  shadows.plane([700, 716], [716, 716], [900, 752], [876, 756]);
  drawing.add(
    placed(-8, 648, 1.5, fence(820, weather)),

    filled(
      new Path().move(0, 646).quadratic(600, 632, 1200, 646).line([1200, 900], [0, 900]).close(),
      lawn,
    ),
    ...(after
      ? [0, 1, 2, 3].map((i) =>
          filled(
            new Path().polygon(
              [-260 + i * 420, 900],
              [-40 + i * 420, 900],
              [260 + i * 190, 650],
              [160 + i * 190, 650],
            ),
            weather.lawnLit,
            { "fill-opacity": 0.4 },
          ),
        )
      : []),
    shadows,
    shade,
    element("ellipse", {
      cx: 180,
      cy: 670,
      rx: 120,
      ry: 20,
      fill: after ? "#9a6b45" : mixed(lawn, weather.lawnShade, 0.5),
    }),
    blooming,
    placed(180, 668, 0.86, blossoming(myrtle)),
    swing(weather.wood.lit, weather.wood.shade),
  );
  const shrub = drawing.shape(bush(weather, 2));
  drawing.add(
    drawing.use(shrub, { transform: placement(396, 664, 0.9) }),
    drawing.use(shrub, { transform: placement(318, 660, 0.7) }),
    drawing.use(shrub, { transform: placement(1150, 672, 0.9) }),
    stroked(
      meadow({ left: 0, right: 1200, top: 680, bottom: 900 }, after ? 280 : 190, random(3)),
      after ? weather.lawnShade : mixed(weather.lawnShade, weather.earth, 0.3),
      3,
    ),
  );
  if (after)
    drawing.add(
      figure(poses.pushing, {
        shadows,
        x: 930,
        y: 838,
        scale: 1.5,
        left: true,
        clothes: crew[0],
        holding: mirrored(placed(14, -40, 1, rake(46))),
      }),
    );
  else {
    const fallen = drawing.shape(fallenLimb(weather, 2));
    const brown = {
      ...weather,
      leaves: { shade: "#33301c", body: "#5b5430", lit: "#7d7344", gleam: "#a3945a" },
    };
    drawing.add(
      drawing.use(fallen, { transform: "translate(330 760)rotate(-8)scale(1.5)" }),
      drawing.use(fallen, { transform: "translate(900 722)rotate(14)scale(1.15)" }),
      placed(640, 820, 1.5, brushPile(brown, 4)),
      group({ transform: "translate(214 856)rotate(-5)" }, log(210, 32, weather.wood, 4)),
      group({ transform: "translate(420 880)rotate(7)" }, log(130, 26, weather.wood, 6)),
      placed(990, 850, 1, twigs(weather.wood, 210, 4)),

      placed(520, 742, 1, twigs(weather.wood, 120, 9)),
      filled(litter({ left: 30, right: 1170, top: 690, bottom: 890 }, 44, 20, rng), "#a98a4c"),
      filled(
        litter({ left: 30, right: 1170, top: 690, bottom: 890 }, 28, 20, rng),
        weather.leaves.lit,
      ),
    );
  }
  return drawing;
}

/** A swing on an A-frame. */
const swing = (lit: string, shade: string): Markup =>
  stroked("M520 716l34-170 34 170M680 716l34-170 34 170", shade, 9) +
  stroked("M518 714l34-168M678 714l34-168", lit, 5) +
  stroked("M546 546H722", lit, 10) +
  stroked("M604 550v122M664 550v122", "#66716f", 2.5) +
  rectangle(596, 670, 76, 9, token("orange-600"));

/** The garden as the storm left it. */
export const cleanupBefore = () => cleanup(false);
/** The garden as the crew left it. */
export const cleanupAfter = () => cleanup(true);
