import { climber, crew, figure, groundsman, neighbour } from "../../figures.ts";
import { morning, token } from "../../palette.ts";
import { chipper } from "../../props/machines.ts";
import { heldRake, rope } from "../../props/rigging.ts";
import { log } from "../../props/timber.ts";
import { brushPile } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { dashed, ellipse, group, mirrored, placed, rectangle, stroked, turned } from "../../svg.ts";
import { fallenLimb } from "../../trees/fallen-tree.ts";
import { oak } from "../../trees/oak.ts";
import { standing, withered } from "../../trees/tree.ts";

const weather = morning;
const brown = withered(weather);
const cutLimb = fallenLimb(brown, 2);

/** A patch of lawn for one step of the work; all five stand on one level. */
const patch = (): Scene =>
  new Scene(weather, { width: 480, height: 360, seed: 4 }).add(
    ellipse(240, 330, 236, 26, weather.lawnLit),
    ellipse(252, 334, 200, 18, weather.lawn),
  );

export default {
  /** The owner shows what goes; what stays gets a ribbon. */
  "cleanup/walk": () =>
    patch().add(
      placed(370, 326, 0.36, standing(oak({ detail: 0.42 }), weather)),
      rectangle(350, 262, 38, 10, token("lime-400")),
      stroked("M380 268l14 20", token("lime-400"), 5),
      figure("pointing", 140, 334, 2, { clothes: neighbour }),
      figure("writing", 262, 338, 2, {
        left: true,
        ...groundsman,
        holding: rectangle(-22, -52, 16, 12, token("paper-50")),
      }),
    ),

  /** What hangs comes down first, on a rope. */
  "cleanup/make-safe": () =>
    patch().add(
      placed(166, 330, 0.42, standing(oak({ detail: 0.42, without: (x) => x > 200 }), weather)),
      rope("340,170 344,246", 3.5),
      group({ transform: "translate(346 250)rotate(16)scale(.5)" }, fallenLimb(weather, 3)),
      figure("hanging", 246, 306, 1.3, { ropeTo: [254, 192], ...climber }),
    ),

  /** Firewood here, brush there. */
  "cleanup/sort": () =>
    patch().add(
      ...[0, 1, 2].map((i) =>
        placed(96 + (i % 2) * 10, 330 - i * 38, 1, log(140, 19, weather.wood, i + 2)),
      ),
      placed(392, 332, 1.25, brushPile(brown, 4)),
      figure("pushing", 246, 338, 2, {
        left: true,
        clothes: crew[2],
        holding: turned(-18, -34, 5, log(40, 8, weather.wood, 2)),
      }),
    ),

  /** Brush into the chipper. */
  "cleanup/chip": () =>
    patch().add(
      placed(330, 332, 1.5, chipper(weather)),
      dashed("M430 176q26 6 42 30M436 188q20 8 28 28", weather.wood.cut, 7, "2 14"),
      placed(66, 338, 0.8, brushPile(brown, 2)),
      figure("pushing", 118, 340, 2, {
        ...groundsman,
        holding: group({ transform: "translate(36 -42)rotate(-4)scale(.26)" }, cutLimb),
      }),
    ),

  /** The last leaves, and a look together. */
  "cleanup/rake": () => {
    const scene = patch();
    return scene.add(
      scene.litter({ left: 30, right: 150, top: 312, bottom: 340 }, 16, 16, "#a98a4c"),
      figure("pushing", 190, 338, 2, {
        left: true,
        clothes: crew[1],
        holding: mirrored(heldRake),
      }),
      figure("folded", 318, 334, 2, groundsman),
      figure("standing", 410, 330, 2, { left: true, clothes: neighbour }),
    );
  },
};
