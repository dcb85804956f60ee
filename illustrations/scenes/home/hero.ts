import { crew, figure, neighbor } from "../../figures.ts";
import { type Clump, crown, plate } from "../../foliage.ts";
import { type Place, type Point, points, rows } from "../../geometry.ts";
import { mixed, morning, token } from "../../palette.ts";
import { house, houseOutline } from "../../props/house.ts";
import { chainsaw, hitch, lowering } from "../../props/rigging.ts";
import { bush } from "../../props/yard.ts";
import { Scene, type Sun } from "../../scene.ts";
import { ellipse, filled, Path, placed, rectangle, turned } from "../../svg.ts";
import { fallenLimb } from "../../trees/fallen-tree.ts";
import { limb, roots, wooden } from "../../trees/limbs.ts";
import { foliage, timber } from "../../trees/tree.ts";

// Two framings of the same view, in units of the drawing. `oak` is the foot and the size of the trunk, which the
// rig and the crew share, `fringe` the lower edge of the crown from left to right, and `leafy` the rows of leaves
// above it: their heights as shares of the fringe's, and their light. On the first screen of a laptop or a phone,
// the drawing ends about 460 units down. The climber and the load are above that.
const wide = {
  width: 1600,
  height: 1000,
  horizon: 700,
  sun: [150, 500, 74] as Sun,
  house: { x: 560, y: 800, scale: 1.18 },
  oak: [1330, 900, 1] as Place,
  leafy: rows("0.08:0 0.34:0.3 0.62:0.6"),
  fringe: points(
    "-60,436 120,440 300,384 480,300 660,226 840,176 1010,146 1180,142 1350,190 1500,290 1640,360",
  ),
};

const tall: typeof wide = {
  width: 900,
  height: 730,
  horizon: 470,
  sun: [76, 240, 48],
  house: { x: 182, y: 550, scale: 0.8 },
  oak: [706, 708, 0.84],
  leafy: rows("0.08:0 0.34:0.3 0.62:0.6"),
  fringe: points("-40,136 90,130 220,84 350,62 480,54 610,56 740,70 850,116 920,100 990,170"),
};

const limbs = [
  limb("0,12:190 0,-60:138 -6,-180:122 0,-330:108 4,-480:94 -6,-640:78 -16,-940:60"),
  limb("-10,-550:84 -110,-646:72 -270,-704:58 -430,-722:44 -620,-730:30 -800,-716:14"),
  limb("10,-500:76 110,-604:60 230,-650:46 380,-680:28"),
  limb("-180,-674:38 -260,-780:28 -300,-860:18"),
  // The collar of the limb that was cut off.
  limb("0,-456:70 -36,-480:44 -50,-484:36"),
];

/** Draws the house under the oak, with the crew at work, in one of its framings. */
export function homeHero(frame: typeof wide) {
  const { width, height, horizon, fringe, leafy } = frame;
  const scene = new Scene(morning, { width, height, seed: 21, run: 0.95, fall: 0.2 });
  const { weather, shadows, rng } = scene;
  const leaves = { ...weather.leaves, shade: token("canopy-900") };
  const { x: hx, y: hy, scale: k } = frame.house;

  // The crown is dark and quiet at the top, where a headline may stand. The light catches its lower fringe.
  const clumps: Clump[] = [];
  for (const [row = 0, light] of leafy)
    for (let x = -100; x < width + 140; x += 190) {
      const [dx, dy] = [rng.between(-30, 30), rng.between(-14, 14)];
      clumps.push(...plate([x + dx, at(fringe, x) * row + dy, 330], rng, 0.5, light));
    }
  for (const [x, y] of fringe)
    clumps.push(...plate([x + rng.between(-20, 20), y - 70, 270], rng, 0.44, 0.85));
  for (const [x, y] of fringe) {
    const [dx, dy] = [rng.between(-26, 26), rng.between(-12, 16)];
    clumps.push(...plate([x + 86 + dx, y - 22 + dy, 180], rng, 0.46, 1));
  }
  const planes = crown(clumps, rng, {
    edge: { from: 34, to: 104 },
    leaf: { length: 11, width: 7, density: 0.06 },
    detail: 0.9,
  });

  const wood = wooden(rng, [...roots(138, 176), ...limbs]);
  const [tx, ty, size] = frame.oak;
  const on = (x: number, y: number): Point => [tx + x * size, ty + y * size];
  const person = 1.44 * size;
  const load = on(-268, -520);
  const [gx, gy] = on(170, 2);
  const hand: Point = [gx - 13 * person, gy - 41 * person];
  const azaleas = (seed: number, ...places: Point[]) =>
    scene.repeat(
      bush(weather, seed),
      ...places.map(([x, size]) => [hx + x * k, hy + 6, size * k] as const),
    );
  const cutLimb = fallenLimb(weather, 3, -1) + ellipse(100, -6, 5, 13, weather.wood.cut);
  // The crown's own shade lies on the front lawn.
  shadows.lay(
    new Path().curve(
      points(`
        ${width * 0.36},${height + 40} ${width * 0.47},${horizon + 205} ${width * 0.66},${horizon + 150}
        ${width * 0.9},${horizon + 140} ${width + 60},${horizon + 150} ${width + 60},${height + 40}
      `),
      true,
    ),
  );
  return scene.add(
    scene.stage(frame.sun, horizon, { seed: 8, trees: 110 }),
    scene.cloud(width * 0.56, horizon - 170, width * 0.2, 3),
    filled(frontWalk(frame), weather.paving),
    shadows,
    scene.dapples(
      { left: width * 0.5, right: width, top: horizon + 160, bottom: height - 10 },
      46,
      62,
      { color: mixed(weather.lawn.body, weather.lawn.lit, 0.5), opacity: 0.8 },
    ),
    scene.meadow({ left: 0, right: width * 0.46, top: horizon + 60, bottom: height }, 120),
    scene.shaded(hx, hy, k, house(weather), houseOutline),
    azaleas(1, [-262, 0.8]),
    azaleas(2, [-196, 0.62], [262, 0.8]),
    azaleas(1, [-60, 0.66]),
    placed(tx, ty, size, timber(wood, weather.wood), ellipse(-50, -484, 8, 17, weather.wood.cut)),
    scene.grass(on(-176, 16), on(176, 18), 17, 20),
    lowering([load, on(-257, -638), on(-257, -732), on(0, -74), hand], 134 * size),
    scene.load(load[0], 190 * size, turned(...load, -5, placed(-8, 20, 0.94 * size, cutLimb))),
    hitch([load[0], load[1] - 2], 25 * size),
    figure("cutting", ...on(-92, -420), person, {
      ropeTo: on(-60, -660),
      lanyard: [on(-44, -516), on(50, -512)],
      clothes: crew[1],
      saw: turned(12, -43, 14, chainsaw),
    }),
    scene.person("braking", gx, gy, person, { left: true }),
    rectangle(0, 0, width, at(fringe, width / 2) * 0.78, leaves.shade),
    foliage(planes, leaves),
    scene.person("folded", hx + 128 * k, hy + 26 * k, k, { clothes: neighbor }),
  );
}

function at(line: readonly Point[], x: number): number {
  const next = line.findIndex(([px]) => px >= x);
  const i = Math.max(1, next);
  const [ax, ay] = line[i - 1] ?? [0, 0];
  const [bx, by] = line[i] ?? [ax + 1, ay];
  return ay + ((by - ay) * (x - ax)) / (bx - ax || 1);
}

/** Returns the walk from the porch steps to the lower edge, which widens toward the viewer. */
function frontWalk({ house: { x, y, scale }, height, width }: typeof wide): Path {
  const door = x + 141 * scale;
  return new Path()
    .move(door - 36 * scale, y)
    .line([door + 36 * scale, y])
    .cubic(door + 60 * scale, y + 60, width * 0.42, y + 80, width * 0.36, height)
    .line([width * 0.18, height])
    .cubic(width * 0.28, y + 90, door - 20 * scale, y + 60, door - 36 * scale, y)
    .close();
}

export default {
  "home/hero": () => homeHero(wide),
  "home/hero-tall": () => homeHero(tall),
};
