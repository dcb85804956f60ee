import { crew } from "../../figures.ts";
import { morning, token } from "../../palette.ts";
import { splitLevel, splitLevelOutline } from "../../props/homes.ts";
import { bucketTruck, craneTruck } from "../../props/machines.ts";
import { block, chainsaw, cone, hitch } from "../../props/rigging.ts";
import { bush } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { filled, placed, stroked } from "../../svg.ts";
import { pineStem, pineTop } from "../../trees/loblolly-pine.ts";
import { magnolia, magnoliaFlowers } from "../../trees/magnolia.ts";
import { glossy, reddened } from "../../trees/tree.ts";

/** A dead pine beside a split-level. A crane holds its top before the man in the bucket cuts it. */
export default function craneRemoval() {
  const scene = new Scene(morning, { seed: 5 });
  const { weather, shadows } = scene;
  const k = 0.68;
  const ground = 760;
  const [cx, cy] = [551, 462];
  const stemHeight = (ground - 14 - cy) / k;
  shadows.under(1000, 826, 190, 12);
  shadows.under(176, 880, 160, 11);
  return scene.add(
    scene.stage([170, 170, 62], 652, { seed: 4 }),
    scene.cloud(230, 120, 210, 2),
    scene.cloud(930, 190, 230, 6),
    // The driveway.
    filled("m560 766 640-28 0 114-870 48-330 0 0-38q360-16 560-96z", weather.paving),
    shadows,
    scene.meadow({ left: 0, right: 1200, top: 690, bottom: 740 }, 90, { width: 2.5 }),
    scene.plant(magnolia({ detail: 0.3 }), 1100, 716, 0.5, glossy(weather)),
    placed(1100, 716, 0.5, magnoliaFlowers(scene)),
    scene.plant(pineStem(stemHeight), cx - 3, ground - 14, k),
    scene.shaded(300, ground, 0.98, splitLevel(weather), splitLevelOutline),
    scene.repeat(bush(weather, 1), [262, ground + 4, 0.5], [522, ground + 4, 0.6]),
    scene.load(cx, 440 * k, placed(cx, cy, k, pineTop(reddened(weather), { detail: 0.46 }))),
    // The cut, and the crane's hook with two slings, well above the middle of the top.
    stroked(`M${cx - 12} ${cy}h22`, weather.wood.cut, 4),
    placed(1044, 826, 1, craneTruck(weather, [cx - 1044, 18 - 826])),
    stroked(`M${cx} 18V62`, "#2e3b3a", 3),
    block(cx, 64, 8),
    stroked(`M${cx - 8} 210L${cx} 70 ${cx + 10} 232`, token("lime-400"), 3.5),
    hitch([cx - 14, 208], 16, -90, 3),
    hitch([cx - 2, 230], 16, -90, 3),
    placed(
      176,
      878,
      0.84,
      bucketTruck(weather, [164, -500], [394, -444], { saw: placed(15, -49, 1, chainsaw) }),
    ),
    scene.person("pointing", 800, 850, 1.02, { left: true, clothes: crew[2] }),
    scene.person("standing", 380, 862, 1.02),
    scene.repeat(cone, [312, 886, 0.86], [460, 862, 0.86], [560, 846, 0.86], [690, 826, 0.86]),
  );
}
