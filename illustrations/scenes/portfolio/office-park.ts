import { officeParkSign } from "../../../app/src/content/region.ts";
import { dressed } from "../../figures.ts";
import { lettering } from "../../lettering.ts";
import { mixed, morning, token, type Weather } from "../../palette.ts";
import { bucketTruck } from "../../props/machines.ts";
import { cone, handsaw } from "../../props/rigging.ts";
import { bush } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { filled, type Markup, Path, placed, rectangle, stroked } from "../../svg.ts";
import { crapeMyrtle } from "../../trees/crape-myrtle.ts";
import { oak } from "../../trees/oak.ts";

/** An office building behind a willow oak and crape myrtles, with a bucket truck on the empty parking lot. */
export default function officePark() {
  const scene = new Scene(morning, { run: 0.9, fall: 0.2 });
  const { weather, shadows } = scene;
  const handsawLeft = { left: true, holding: placed(18, -50, 1, handsaw) };
  shadows.under(950, 840, 210, 12);
  const myrtle = crapeMyrtle({ detail: 0.5 });
  return scene.add(
    scene.sky([150, 130, 58], 2),
    scene.cloud(120, 260, 220, 3),
    scene.treeLine(640, 110, { bottom: 760, share: 0.55, seed: 44 }),
    building(weather),
    // The lawn, the walk, the curb, and the asphalt.
    rectangle(0, 706, 1200, 80, weather.lawn.body),
    rectangle(0, 706, 1200, 14, weather.lawn.lit),
    rectangle(0, 768, 1200, 30, weather.paving),
    rectangle(0, 796, 1200, 10, mixed(weather.paving, weather.shadow, 0.4)),
    rectangle(0, 806, 1200, 94, "#6d7674"),
    // The parking lot with empty spaces, and its lamp.
    stroked("M70 812l-40 88M270 812l-26 88M470 812l-12 88M1080 812l24 88", weather.paving, 6),
    stroked("M200 800V500h44", "#66716f", 8),
    filled("M228 494h46v10h-46z", "#33403f"),
    shadows,
    scene.repeat(
      bush(weather, 1),
      ...[180, 250, 330, 900, 970].map((x, i) => [x, 724, 0.5 + (i % 2) * 0.12] as const),
    ),
    scene.plant(oak({ detail: 0.55, seed: 9 }), 560, 752, 0.56),
    scene.plant(myrtle, 96, 752, 0.7),
    scene.plant(myrtle, 1092, 750, 0.62),
    // The sign of the office park.
    rectangle(222, 726, 190, 44, token("canopy-900")),
    rectangle(222, 720, 190, 7, mixed(weather.paving, "#ffffff", 0.4)),
    rectangle(210, 766, 214, 8, mixed(weather.paving, weather.shadow, 0.3)),
    lettering(officeParkSign, 317, 757, 24, token("paper-50"), { grid: 60 }),
    placed(960, 836, 1.02, bucketTruck(weather, [40, -370], [-170, -364], handsawLeft)),
    scene.person("pointing", 424, 874, 1.04),
    scene.person("writing", 350, 870, 1.04, { clothes: dressed("#33424f", "#26323c") }),
    scene.repeat(cone, [700, 850, 1], [600, 862, 1], [1090, 856, 1]),
  );
}

function building(weather: Weather): Markup {
  const stone = mixed("#e8e0cd", weather.haze, 0.2);
  const stoneShade = mixed(stone, weather.shadow, 0.26);
  const glass = mixed(weather.glass, weather.haze, 0.3);
  const panes = new Path();
  const gleams = new Path();
  const side = new Path();
  for (let floor = 0; floor < 5; floor++) {
    const y = 286 + floor * 84;
    const far = 314 + floor * 79;
    side.polygon([876, y + 4], [1030, far], [1030, far + 46], [876, y + 58]);
    for (let bay = 0; bay < 9; bay++) {
      const x = 330 + bay * 58;
      panes.polygon([x, y], [x + 46, y], [x + 46, y + 54], [x, y + 54]);
      gleams.polygon([x, y], [x + 26, y], [x, y + 36]);
    }
  }
  return [
    filled("M856 240L1050 274V710H856z", stoneShade),
    filled(side, mixed(glass, weather.shadow, 0.4)),
    rectangle(310, 240, 546, 470, stone),
    filled(panes, glass),
    filled(gleams, mixed(glass, "#ffffff", 0.35)),
    rectangle(300, 226, 562, 18, mixed(stone, "#ffffff", 0.5)),
    filled("M862 226l198 36v16L862 244z", mixed(stoneShade, weather.shadow, 0.2)),
    rectangle(530, 640, 110, 70, mixed(weather.glass, weather.shadow, 0.3)),
    rectangle(516, 628, 138, 14, token("canopy-700")),
    stroked("M585 642v68", stone, 4),
  ].join("");
}
