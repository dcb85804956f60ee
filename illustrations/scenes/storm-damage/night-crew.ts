import { crew, figure, poses } from "../../figures.ts";
import { beam, litter, meadow, Shadows, stage } from "../../landscape.ts";
import { mixed, night, token } from "../../palette.ts";
import { house } from "../../props/house.ts";
import { lightTower } from "../../props/machines.ts";
import { chainsaw, cone } from "../../props/rigging.ts";
import { logStack } from "../../props/timber.ts";
import { truck } from "../../props/truck.ts";
import { random } from "../../random.ts";
import { Drawing, disc, filled, mirrored, Path, placed, stroked } from "../../svg.ts";
import { fallenOak } from "../../trees/fallen-oak.ts";
import { loblollyPine } from "../../trees/loblolly-pine.ts";
import { planted } from "../../trees/tree.ts";

/** Ten at night: under work lights the crew cuts a fallen oak off a drive. */
export function stormNightCrew(): Drawing {
  const weather = night;
  const drawing = new Drawing(1200, 900);
  const rng = random(35);
  const shadows = new Shadows(drawing, weather, 1.6, 0.14);
  const saw = placed(16, -42, 0.9, chainsaw);
  const dark = { shade: "#0a1d15", body: "#0d241a", lit: "#123023", gleam: "#173a2a" };
  const pine = loblollyPine({ detail: 0.55 });
  drawing.add(
    stage(drawing, weather, { sun: { x: 180, y: 290, r: 0 }, horizon: 610, seed: 33, trees: 120 }),
  );
  const pines = [
    planted(drawing, pine, weather, {
      x: 1080,
      y: 660,
      scale: 0.56,
      leaves: dark,
      wood: { ...weather.wood, lit: "#2a2018" },
    }),
    planted(drawing, pine, weather, {
      x: 920,
      y: 634,
      scale: 0.42,
      leaves: dark,
      wood: { ...weather.wood, lit: "#2a2018" },
    }),
  ];
  shadows.under(820, 812, 300, 26);
  drawing.add(
    ...[
      [700, 80],
      [820, 150],
      [560, 60],
      [960, 70],
      [640, 190],
      [1060, 160],
      [470, 130],
      [1130, 60],
    ].map(([x = 0, y = 0], i) => disc(x, y, i % 3 === 0 ? 2.4 : 1.6, "#a9bfae")),
    ...pines,
    placed(
      660,
      664,
      0.62,
      house({ ...weather, wall: "#5c6a62", wallShade: "#263531" }, { lit: true }),
    ),
    filled(
      new Path()
        .move(470, 900)
        .cubic(560, 780, 640, 720, 690, 668)
        .line([770, 668])
        .cubic(800, 740, 960, 820, 1100, 900)
        .close(),
      weather.paving,
    ),
    // What the lamps reach.
    beam([206, 440], [1320, 560], [360, 960], weather, 0.13),
    beam([206, 440], [1180, 780], [420, 900], weather, 0.1),
    filled("M250 842q300-110 640-60t300 118H200q-10-30 50-58z", weather.lamp, { opacity: 0.16 }),
    shadows,
    stroked(
      meadow({ left: 0, right: 1200, top: 680, bottom: 900 }, 110, rng),
      weather.lawnShade,
      3,
    ),
    fallenOak(
      { ...weather, earth: "#5b4632" },
      { root: [1066, 762], crown: [480, 724], spread: 400, trunk: 64, seed: 5, detail: 0.9 },
    ),
    placed(174, 816, 2.5, mirrored(lightTower(weather))),
    ...[0, 1, 2].map((i) =>
      disc(160 + i * 48, 438, 26, mixed(weather.lamp, "#ffffff", 0.5), { opacity: 0.35 }),
    ),
    figure(poses.pushing, {
      shadows,
      x: 706,
      y: 842,
      scale: 1.42,
      left: true,
      clothes: crew[1],
      holding: mirrored(saw),
    }),
    figure(poses.carrying, { shadows, x: 326, y: 868, scale: 1.5, clothes: crew[2], left: true }),
    figure(poses.pointing, { shadows, x: 842, y: 872, scale: 1.5, left: true, clothes: crew[0] }),
    placed(380, 884, 0.8, logStack(drawing, 3, 2, 26, weather.wood)),
    placed(1034, 886, 1.04, truck({ ...weather, haze: "#0b1d15" }, { headlamp: true })),
    disc(962, 766, 15, token("orange-500"), { opacity: 0.45 }),
    placed(600, 886, 1.3, cone),
    filled(
      litter({ left: 380, right: 900, top: 800, bottom: 892 }, 30, 17, rng),
      weather.leaves.lit,
    ),
  );
  return drawing;
}
