import { crew, figure, neighbor } from "../../figures.ts";
import { type Clump, crown, plate } from "../../foliage.ts";
import { type Point, points, rows } from "../../geometry.ts";
import { mixed, morning, token } from "../../palette.ts";
import { house, houseOutline } from "../../props/house.ts";
import { block } from "../../props/rigging.ts";
import { bush } from "../../props/yard.ts";
import { Scene, type Sun } from "../../scene.ts";
import { ellipse, filled, Path, placed, rectangle, stroked, turned } from "../../svg.ts";
import { fallenLimb } from "../../trees/fallen-tree.ts";
import { limb, roots, wooden } from "../../trees/limbs.ts";
import { foliage, timber } from "../../trees/tree.ts";

// Two framings of the same view, in units of the drawing. `person` is the size of the crew, `trunk` the foot of
// the trunk, `fringe` the lower edge of the crown from left to right, `anchor` the top of the limb that the
// climber's rope runs over, `block` the point below it that the load's rope runs over, `cut` where the load grew.
const wide = {
  width: 1600,
  height: 1000,
  horizon: 700,
  sun: [150, 500, 74] as Sun,
  house: { x: 590, y: 800, scale: 1.18 },
  person: 1.44,
  trunk: [1245, 900] as Point,
  fringe: points(
    "-60,436 120,440 300,384 480,318 660,284 840,270 1010,250 1180,262 1350,330 1500,400 1640,440",
  ),
  limbs: [
    limb("0,12:210 0,-60:156 -8,-180:132 -2,-320:124 6,-440:110 -10,-600:90 -20,-900:70"),
    limb("-14,-350:86 -100,-470:72 -250,-560:58 -430,-600:44 -620,-632:30 -800,-650:14"),
    limb("10,-400:84 110,-510:66 230,-560:50 380,-590:30"),
    limb("-180,-524:40 -260,-640:30 -300,-720:20"),
  ],
  climber: [1114, 664] as Point,
  anchor: [1120, 378] as Point,
  block: [966, 406] as Point,
  cut: [1038, 396] as Point,
  groundsman: [1050, 890] as Point,
};

// On a phone, the first screen ends about 500 units down. The climber and the roof are above that.
const tall: typeof wide = {
  width: 900,
  height: 730,
  horizon: 470,
  sun: [76, 240, 48],
  house: { x: 262, y: 550, scale: 0.94 },
  person: 1.4,
  trunk: [800, 650],
  fringe: points("-40,136 90,130 220,90 350,66 480,60 610,66 740,76 850,120 920,100 990,180"),
  limbs: [
    limb("0,12:166 0,-50:124 -6,-150:106 -2,-280:98 4,-400:90 -10,-560:76 -20,-800:60"),
    limb("-12,-330:70 -80,-430:58 -180,-500:46 -320,-548:32 -460,-590:14"),
    limb("8,-350:66 70,-440:50 150,-500:36"),
    limb("-140,-470:32 -200,-560:24 -230,-640:14"),
  ],
  climber: [668, 376],
  anchor: [672, 154],
  block: [538, 164],
  cut: [604, 166],
  groundsman: [598, 678],
};

function homeHero(frame: typeof wide) {
  const { width, height, horizon, fringe, person } = frame;
  const scene = new Scene(morning, { width, height, seed: 21, run: 0.95, fall: 0.2 });
  const { weather, shadows, rng } = scene;
  const lime = token("lime-400");
  const leaves = { ...weather.leaves, shade: token("canopy-900") };
  const { x: hx, y: hy, scale: k } = frame.house;

  // The crown is dark and quiet at the top, where a headline may stand. The light catches its lower fringe.
  const clumps: Clump[] = [];
  for (const [row = 0, light] of rows("0.08:0 0.34:0.3 0.62:0.6"))
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

  const wood = wooden(rng, [...roots(150, 190), ...frame.limbs]);
  const [tx, ty] = frame.trunk;
  const [cx, cy] = frame.climber;
  const [ax, ay] = frame.anchor;
  const [bx, by] = frame.block;
  const [gx, gy] = frame.groundsman;
  // The load hangs from its middle. Its rope runs over the block to the man who holds it.
  const load = 46 * person;
  const butt = ellipse(100, -6, 5, 13, weather.wood.cut);
  const cutLimb = turned(0, 0, -7, fallenLimb(weather, 3, -1), butt);
  const rope = new Path()
    .move(bx - 7, by + load)
    .line([bx - 7, by], [bx + 7, by], [gx - 20 * person, gy - 57 * person])
    .cubic(gx - 4, gy - 20, gx - 60, gy + 4, gx - 74, gy + 6);
  const azaleas = (seed: number, ...places: Point[]) =>
    scene.repeat(
      bush(weather, seed),
      ...places.map(([x, size]) => [hx + x * k, hy + 6, size * k] as const),
    );
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
    azaleas(1, [-60, 0.66], [330, 0.66]),
    // The climber's rope goes over the limb, and comes back to him behind it.
    stroked(new Path().move(ax - 12, ay).line([cx + 12 * person, cy - 36 * person]), lime, 3.5),
    placed(...frame.trunk, 1, timber(wood, weather.wood)),
    scene.grass([tx - 190, ty + 16], [tx + 190, ty + 18], 17, 20),
    turned(...frame.cut, 32, ellipse(0, 0, 12, 6, weather.wood.cut)),
    stroked(rope, lime, 3.5),
    stroked(`M${bx} ${by - 92}V${by}`, lime, 6),
    block(bx, by, 12),
    placed(bx + 15, by + load + 22, 0.7 * person, cutLimb),
    stroked(`M${bx - 16} ${by + load}l4 28M${bx - 6} ${by + load}l4 28`, lime, 4),
    figure("hanging", cx, cy, person, { ropeTo: frame.anchor, clothes: crew[1] }),
    scene.person("hauling", gx, gy, person, { left: true }),
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
