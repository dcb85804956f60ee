import { crew, dressed } from "../../figures.ts";
import { mixed, overcast } from "../../palette.ts";
import { ranch } from "../../props/homes.ts";
import { car, loader } from "../../props/machines.ts";
import { cone, sawBelow } from "../../props/rigging.ts";
import { Scene } from "../../scene.ts";
import { ellipse, filled, placed, turned } from "../../svg.ts";
import { fallenTree } from "../../trees/fallen-tree.ts";
import { bright } from "../../trees/tree.ts";

/** A tulip poplar lies across a driveway. A car waits behind it, and two cuts have taken out the middle. */
export default function stormBlockedDrive() {
  const scene = new Scene(overcast, { seed: 18, run: 0.8, fall: 0.2 });
  const { weather, shadows } = scene;
  const verge = mixed(weather.paving, weather.shadow, 0.25);
  shadows.under(560, 640, 130, 11);
  shadows.under(900, 800, 180, 18);
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
    // The crown side on the left, and the root side on the right. The middle is in the loader's grapple.
    fallenTree(bright(weather), [1112, 776], [132, 730], {
      spread: 430,
      trunk: 72,
      seed: 3,
      detail: 0.9,
      roots: true,
    }),
    filled("M596 700h150v100h-150z", weather.paving),
    turned(748, 758, 2, filled("M-6-33q-10 32 0 64l8-1q-9-31 0-62z", weather.wood.cut)),
    ellipse(596, 753, 8, 32, weather.wood.cut),
    scene.person("pushing", 486, 850, 1.34, { clothes: crew[2], saw: sawBelow }),
    scene.person("pointing", 610, 866, 1.34),
    placed(900, 880, 1.4, loader(weather)),
    placed(380, 892, 1.3, cone),
    scene.litter({ left: 380, right: 940, top: 800, bottom: 892 }, 40, 17),
  );
}
