import { climber, crew, figure, groundsman, neighbor } from "../../figures.ts";
import { points } from "../../geometry.ts";
import { morning, token } from "../../palette.ts";
import { chipper } from "../../props/machines.ts";
import { heldBoard, heldRake, hitch, lowering, sawBelow } from "../../props/rigging.ts";
import { heldLog, log } from "../../props/timber.ts";
import { brushPile } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { dashed, ellipse, group, placed, rectangle, stroked } from "../../svg.ts";
import { fallenLimb } from "../../trees/fallen-tree.ts";
import { oak } from "../../trees/oak.ts";
import { bright, standing, withered } from "../../trees/tree.ts";
import { tulipPoplar } from "../../trees/tulip-poplar.ts";

const weather = morning;
const brown = withered(weather);
const cutLimb = fallenLimb(brown, 2, -1);

/** Creates a patch of lawn for one step of the work. All five patches are at one level. */
const patch = (): Scene =>
  new Scene(weather, { width: 480, height: 360, seed: 4 }).add(
    ellipse(240, 330, 236, 26, weather.lawn.lit),
    ellipse(252, 334, 200, 18, weather.lawn.body),
  );

export default {
  /** The owner points out what goes. The trees that stay get a ribbon. */
  "cleanup/walk": () =>
    patch().add(
      placed(398, 330, 0.265, standing(tulipPoplar({ detail: 0.4 }), bright(weather))),
      rectangle(389, 258, 18, 10, token("lime-400")),
      stroked("M404 266l14 22", token("lime-400"), 5),
      figure("pointing", 92, 336, 3.2, { clothes: neighbor }),
      figure("writing", 262, 340, 3.2, { left: true, ...groundsman, holding: heldBoard }),
    ),

  /** A hanging limb comes down first, on a rope. */
  "cleanup/make-safe": () => {
    const scene = patch();
    return scene.add(
      placed(212, 330, 0.42, standing(oak({ detail: 0.42, reach: 0.8 }), weather)),
      lowering(points("309,268 301,236 301,192 212,300 117,297"), 36, 2.6),
      scene.load(305, 92, placed(305, 276, 0.44, fallenLimb(weather, 3))),
      hitch([309, 266], 12, 0, 2.6),
      ellipse(318, 195, 5, 6, weather.wood.cut),
      figure("pushing", 271, 206, 0.84, {
        ...climber,
        ropeTo: [305, 120],
        lanyard: points("284,199 287,217"),
        saw: sawBelow,
      }),
      scene.person("braking", 102, 334, 0.9, groundsman),
    );
  },

  /** Firewood on one side, brush on the other. */
  "cleanup/sort": () =>
    patch().add(
      ...[0, 1, 2].map((i) =>
        placed(100 + (i % 2) * 10, 332 - i * 53, 1.4, log(122, 19, weather.wood, i + 2)),
      ),
      placed(390, 332, 1.15, brushPile(brown, 4)),
      figure("pushing", 258, 340, 3.2, {
        left: true,
        clothes: crew[2],
        holding: heldLog(weather.wood),
      }),
    ),

  /** The brush goes into the chipper, butt first. */
  "cleanup/chip": () =>
    patch().add(
      placed(330, 332, 1.62, chipper(weather)),
      dashed("M408 146q34 4 52 40M406 160q28 8 38 36", weather.wood.cut, 7, "2 14"),
      placed(66, 338, 0.8, brushPile(brown, 2)),
      figure("pushing", 88, 342, 2.7, {
        ...groundsman,
        holding: group({ transform: "translate(31 -37)rotate(-6)scale(.21)" }, cutLimb),
      }),
    ),

  /** The last leaves are raked, and owner and crew look at the yard together. */
  "cleanup/rake": () => {
    const scene = patch();
    return scene.add(
      scene.litter({ left: 30, right: 150, top: 312, bottom: 340 }, 16, 16, "#a98a4c"),
      figure("pushing", 178, 338, 3.2, { left: true, clothes: crew[1], holding: heldRake }),
      figure("folded", 312, 336, 3.2, groundsman),
      figure("standing", 418, 332, 3.2, { left: true, clothes: neighbor }),
    );
  },
};
