import { crew, figure } from "../../figures.ts";
import { morning } from "../../palette.ts";
import { splitLevel, splitLevelOutline } from "../../props/homes.ts";
import { boom, bucket, bucketArm, craneTruck } from "../../props/machines.ts";
import { cone, heldSaw, rope } from "../../props/rigging.ts";
import { truck, truckOutline } from "../../props/truck.ts";
import { bush } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { filled, placed, stroked, turned } from "../../svg.ts";
import { pineStem, pineTop } from "../../trees/loblolly-pine.ts";
import { magnolia, magnoliaFlowers } from "../../trees/magnolia.ts";
import { glossy, reddened } from "../../trees/tree.ts";

/** A dead pine beside a split-level. Its top hangs from a crane, and the man who cut it stands in a bucket. */
export default function craneRemoval() {
  const scene = new Scene(morning, { seed: 5 });
  const { weather, shadows } = scene;
  const k = 0.74;
  const ground = 760;
  const stemHeight = 560;
  const stemAt = [548, ground - 14] as const;
  const [cx, cy] = [stemAt[0] + 3, stemAt[1] - stemHeight * k];
  shadows.under(1000, 826, 190, 12);
  return scene.add(
    scene.stage([170, 170, 62], 652, { seed: 4 }),
    scene.cloud(330, 120, 250, 2),
    scene.cloud(900, 210, 230, 6),
    // The driveway.
    filled("m560 766 640-28 0 114-870 48-330 0 0-38q360-16 560-96z", weather.paving),
    shadows,
    scene.meadow({ left: 0, right: 1200, top: 690, bottom: 740 }, 90, { width: 2.5 }),
    scene.plant(magnolia({ detail: 0.3 }), 1092, 716, 0.66, glossy(weather)),
    placed(1092, 716, 0.66, magnoliaFlowers(scene)),
    scene.plant(pineStem(stemHeight), ...stemAt, k),
    scene.shaded(300, ground, 0.98, splitLevel(weather), splitLevelOutline),
    scene.repeat(bush(weather, 1), [262, ground + 4, 0.5], [522, ground + 4, 0.6]),
    boom([1090, 752], [790, 44], 30),
    // The piece that hangs in the air, on two slings.
    stroked("m790 44 14 170", "#2e3b3a", 3),
    stroked("m790 44-4 170", "#2e3b3a", 1.5),
    turned(
      800,
      500,
      3,
      placed(0, 0, 0.62, pineTop(reddened(weather), { detail: 0.46 })),
      filled("M-12-4q12-4 24 0-12 5-24 0z", weather.wood.cut),
    ),
    filled(`M${cx - 14} ${cy + 1}q14-6 28 0-14 6-28 0z`, weather.wood.cut),
    // The tag line to the ground.
    rope("804,494 808,650 850,800", 2.5),
    bucketArm([176, 752], [330, 470], [cx - 62, cy + 92], 16),
    figure("pushing", cx - 62, cy + 86, 1, { clothes: crew[1], holding: heldSaw }),
    placed(cx - 62, cy + 92, 1, bucket),
    placed(1040, 826, 1, craneTruck(weather)),
    scene.person("hauling", 870, 856, 1.02, { left: true }),
    scene.person("pointing", 700, 822, 1, { clothes: crew[2] }),
    scene.shaded(140, 878, 0.84, truck(weather), truckOutline),
    scene.repeat(cone, [330, 858, 0.86], [430, 838, 0.86], [516, 812, 0.86]),
  );
}
