import { crew, dressed } from "../../figures.ts";
import { mixed, overcast } from "../../palette.ts";
import { ranch } from "../../props/homes.ts";
import { car, loader } from "../../props/machines.ts";
import { cone, heldSaw } from "../../props/rigging.ts";
import { log } from "../../props/timber.ts";
import { Scene } from "../../scene.ts";
import { filled, placed, turned } from "../../svg.ts";
import { fallenTree } from "../../trees/fallen-tree.ts";
import { bright } from "../../trees/tree.ts";

/** A tulip poplar lies across a driveway. A car waits behind it, and two cuts have opened the middle. */
export default function stormBlockedDrive() {
  const scene = new Scene(overcast, { seed: 18, run: 0.8, fall: 0.2 });
  const { weather, shadows } = scene;
  const verge = mixed(weather.paving, weather.shadow, 0.25);
  shadows.under(560, 640, 130, 11);
  shadows.under(960, 806, 220, 20);
  shadows.under(300, 800, 260, 24);
  return scene.add(
    scene.stage([40, 60, 50], 520, { seed: 23, trees: 120 }),
    scene.cloud(520, 140, 420, 3),
    scene.cloud(-40, 210, 340, 5),
    // The driveway, from the house to the street.
    filled("m500 560 140 0c50 80 260 180 370 340l-680 0c60-160 140-250 170-340z", weather.paving),
    filled("m500 560 16 0c-26 90-96 180-144 340l-42 0c60-160 140-250 170-340z", verge),
    scene.meadow({ left: 0, right: 330, top: 600, bottom: 900 }, 90),
    placed(270, 572, 0.84, ranch(weather, { lit: true, door: "#d9a441" })),
    shadows,
    placed(566, 636, 1.32, car(weather, "#8d4a36")),
    scene.person("folded", 700, 662, 1.16, { clothes: dressed("#4f8f93", "#3f7d81") }),
    // The crown side on the left, and the root side on the right. The middle is already cut out.
    fallenTree(bright(weather), [1176, 776], [200, 730], {
      spread: 430,
      trunk: 72,
      seed: 3,
      detail: 0.9,
      roots: true,
    }),
    filled("M566 690h150v92h-150z", weather.paving),
    turned(718, 752, 2, filled("M-6-33q-10 32 0 64l8-1q-9-31 0-62z", weather.wood.cut)),
    filled("M566 706q11 30 0 60-11-30 0-60z", weather.wood.cut),
    placed(640, 846, 1, log(92, 34, weather.wood, 3)),
    scene.person("pushing", 790, 838, 1.34, { left: true, clothes: crew[1], holding: heldSaw }),
    scene.person("pushing", 474, 848, 1.34, { clothes: crew[2], holding: heldSaw }),
    placed(920, 876, 1.4, loader(weather)),
    placed(420, 894, 1.3, cone),
    scene.litter({ left: 380, right: 940, top: 800, bottom: 892 }, 40, 17),
  );
}
