import { officeParkSign } from "../../../app/src/content/pictures.ts";
import { crew, figure, neighbour, poses } from "../../figures.ts";
import { cloud, Shadows, sky, treeLine } from "../../landscape.ts";
import { lettering } from "../../lettering.ts";
import { mixed, morning, token, type Weather } from "../../palette.ts";
import { bush } from "../../props/bush.ts";
import { bucket, bucketArm } from "../../props/machines.ts";
import { cone, handsaw } from "../../props/rigging.ts";
import { truck, truckOutline } from "../../props/truck.ts";
import { random } from "../../random.ts";
import {
  Drawing,
  filled,
  type Markup,
  mirrored,
  Path,
  placed,
  placement,
  rectangle,
  stroked,
} from "../../svg.ts";
import { oak } from "../../trees/oak.ts";
import { bright, planted } from "../../trees/tree.ts";
import { tulipPoplar } from "../../trees/tulip-poplar.ts";

/** An office building behind its row of trees, raised clear of the walk from a bucket truck. */
export function officePark(): Drawing {
  const weather = morning;
  const drawing = new Drawing(1200, 900);
  const shadows = new Shadows(drawing, weather, 0.9, 0.2);
  const poplar = tulipPoplar({ detail: 0.55 });
  const leaves = bright(weather.leaves);
  drawing.add(
    sky(drawing, weather, { x: 150, y: 130, r: 58 }, 2),
    cloud(120, 260, 220, weather.cloud, 3),
    filled(
      treeLine({ left: 0, right: 1200, base: 640, height: 110, bottom: 760 }, random(44)),
      mixed(weather.leaves.lit, weather.haze, 0.55),
    ),
    building(weather),
    // Lawn, walk, kerb, street.
    rectangle(0, 706, 1200, 80, weather.lawn),
    rectangle(0, 706, 1200, 14, weather.lawnLit),
    rectangle(0, 768, 1200, 30, weather.paving),
    rectangle(0, 796, 1200, 10, mixed(weather.paving, weather.shadow, 0.4)),
    rectangle(0, 806, 1200, 94, "#6d7674"),
    stroked(
      "M30 858h110M250 858h110M470 858h110M690 858h110M910 858h110M1130 858h70",
      weather.paving,
      7,
    ),
  );
  const street = oak({ detail: 0.55, seed: 9 });
  const trees: Markup[] = [
    planted(drawing, poplar, weather, { x: 96, y: 744, scale: 0.47, shadows, leaves }),
    planted(drawing, street, weather, { x: 560, y: 752, scale: 0.56, shadows }),
    planted(drawing, poplar, weather, { x: 1080, y: 742, scale: 0.43, shadows, leaves }),
  ];
  shadows.cast(drawing.shape(truckOutline), 880, 836, 1.02);
  const shrub = drawing.shape(bush(weather, 1));
  drawing.add(
    shadows,
    ...[180, 250, 330, 900, 970].map((x, i) =>
      drawing.use(shrub, { transform: placement(x, 724, 0.5 + (i % 2) * 0.12) }),
    ),
    ...trees,
    // The sign of the place.
    rectangle(222, 726, 190, 44, token("canopy-900")),
    rectangle(222, 720, 190, 7, mixed(weather.paving, "#ffffff", 0.4)),
    rectangle(210, 766, 214, 8, mixed(weather.paving, weather.shadow, 0.3)),
    lettering({
      text: officeParkSign,
      x: 317,
      y: 757,
      size: 24,
      fill: token("paper-50"),
      align: 0.5,
      grid: 60,
    }),
    // The lift.
    bucketArm([872, 694], [936, 470], [760, 470], 20),
    figure(poses.pushing, {
      x: 742,
      y: 466,
      scale: 1.02,
      left: true,
      clothes: crew[1],
      holding: placed(-19, -42, 1, mirrored(handsaw)),
    }),
    placed(744, 470, 1.04, bucket),
    placed(880, 836, 1.02, truck(weather)),
    rectangle(850, 690, 44, 13, "#66716f"),
    figure(poses.pointing, { shadows, x: 640, y: 800, scale: 1.04, clothes: crew[0] }),
    figure(poses.writing, {
      shadows,
      x: 440,
      y: 796,
      scale: 1.04,
      clothes: {
        ...neighbour,
        body: "#33424f",
        bodyShade: "#26323c",
        sleeve: "#3d4e5c",
        legs: "#26323c",
        legsFar: "#1a232a",
      },
    }),
    placed(700, 850, 1, cone),
    placed(600, 862, 1, cone),
    placed(1090, 856, 1, cone),
  );
  return drawing;
}

/** Four storeys of glass and stone, lit on the left. */
function building(weather: Weather): Markup {
  const stone = mixed("#e8e0cd", weather.haze, 0.2);
  const stoneShade = mixed(stone, weather.shadow, 0.26);
  const glass = mixed(weather.glass, weather.haze, 0.3);
  const panes = new Path();
  const gleams = new Path();
  for (let floor = 0; floor < 5; floor++)
    for (let bay = 0; bay < 9; bay++) {
      const x = 330 + bay * 58;
      const y = 286 + floor * 84;
      panes.polygon([x, y], [x + 46, y], [x + 46, y + 54], [x, y + 54]);
      gleams.polygon([x, y], [x + 26, y], [x, y + 36]);
    }
  const side = new Path();
  for (let floor = 0; floor < 5; floor++)
    side.polygon(
      [876, 290 + floor * 84],
      [1030, 314 + floor * 79],
      [1030, 360 + floor * 79],
      [876, 344 + floor * 84],
    );
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
