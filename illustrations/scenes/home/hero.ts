import { crew, figure, neighbour, poses } from "../../figures.ts";
import { type Clump, crown, plate } from "../../foliage.ts";
import { type Point, points } from "../../geometry.ts";
import { cloud, dapples, distant, grass, meadow, Shadows, sky, treeLine } from "../../landscape.ts";
import { mixed, morning, token } from "../../palette.ts";
import { bush } from "../../props/bush.ts";
import { house, houseOutline } from "../../props/house.ts";
import { random } from "../../random.ts";
import { Drawing, filled, group, Path, placed, placement, rectangle, stroked } from "../../svg.ts";
import { type Limb, limb, roots, wooden } from "../../trees/limbs.ts";
import { foliage, timber } from "../../trees/tree.ts";

/** How the one view is framed. All in units of the drawing. */
interface Frame {
  width: number;
  height: number;
  horizon: number;
  sun: { x: number; y: number; r: number };
  house: { x: number; y: number; scale: number };
  /** Foot of the trunk. */
  trunk: Point;
  /** Lower edge of the crown, from the left to the right. */
  fringe: Point[];
  limbs: Limb[];
  climber: Point;
  /** Where the rope runs over the limb. */
  anchor: Point;
  groundsman: Point;
}

const wide: Frame = {
  width: 1600,
  height: 1000,
  horizon: 700,
  sun: { x: 150, y: 500, r: 74 },
  house: { x: 590, y: 800, scale: 1.18 },
  trunk: [1245, 900],
  fringe: points(
    "-60,372 120,384 300,330 480,268 660,240 840,262 1010,240 1180,262 1350,330 1500,400 1640,440",
  ),
  limbs: [
    limb("0,12:210 0,-60:156 -8,-180:132 -2,-320:124 6,-440:110 -10,-600:90 -20,-900:70"),
    limb("-14,-350:86 -100,-470:72 -250,-560:58 -430,-600:44 -620,-632:30 -800,-650:14"),
    limb("10,-400:84 110,-510:66 230,-560:50 380,-590:30"),
    limb("-180,-524:40 -260,-640:30 -300,-720:20"),
  ],
  climber: [900, 566],
  anchor: [906, 316],
  groundsman: [1010, 884],
};

const tall: Frame = {
  width: 900,
  height: 1100,
  horizon: 800,
  sun: { x: 96, y: 590, r: 56 },
  house: { x: 330, y: 890, scale: 0.98 },
  trunk: [742, 1004],
  fringe: points("-40,470 90,480 220,420 350,370 480,350 610,372 740,380 850,440 920,400 990,500"),
  limbs: [
    limb("0,12:176 0,-50:132 -6,-150:112 -2,-280:104 4,-400:94 -10,-560:76 -20,-1000:60"),
    limb("-12,-330:74 -90,-450:62 -210,-540:48 -360,-590:34 -520,-612:14"),
    limb("8,-370:70 80,-480:54 170,-540:36"),
    limb("-150,-500:34 -220,-610:26 -250,-700:16"),
  ],
  climber: [520, 640],
  anchor: [526, 446],
  groundsman: [566, 990],
};

function homeHero(frame: Frame): Drawing {
  const { width, height, horizon, trunk, fringe } = frame;
  const weather = morning;
  const leaves = { ...weather.leaves, shade: token("canopy-900") };
  const rng = random(21);
  const drawing = new Drawing(width, height);
  const k = frame.house.scale;

  // The crown: dark and quiet above, where a headline may stand; the light catches its lower fringe.
  const clumps: Clump[] = [];
  for (const [row, light] of [
    [0.08, 0],
    [0.34, 0.3],
    [0.62, 0.6],
  ] as const)
    for (let x = -100; x < width + 140; x += 190)
      clumps.push(
        ...plate(
          x + rng.between(-30, 30),
          at(fringe, x) * row + rng.between(-14, 14),
          330,
          rng,
          0.5,
          light,
        ),
      );
  for (const [x, y] of fringe)
    clumps.push(...plate(x + rng.between(-20, 20), y - 70, 270, rng, 0.44, 0.85));
  for (const [x, y] of fringe)
    clumps.push(
      ...plate(x + 86 + rng.between(-26, 26), y - 22 + rng.between(-12, 16), 180, rng, 0.46, 1),
    );
  const planes = crown(clumps, rng, {
    edge: { from: 34, to: 104, bulge: 0.33, lean: 0.6 },
    leaf: { length: 11, width: 7, density: 0.3 },
    cell: 7,
  });

  const wood = wooden([...roots(150, 190), ...frame.limbs], rng);
  const shadows = new Shadows(drawing, weather, 0.95, 0.2);
  shadows.cast(drawing.shape(houseOutline), frame.house.x, frame.house.y, k);
  const lawnEdge: Point[] = [
    [0, horizon + 24],
    [width * 0.3, horizon + 8],
    [width * 0.65, horizon + 16],
    [width, horizon],
  ];

  drawing.add(
    sky(drawing, weather, frame.sun, 5),
    cloud(width * 0.56, horizon - 170, width * 0.2, weather.cloud, 3),
    filled(
      treeLine(
        {
          left: 0,
          right: width,
          base: horizon - 40,
          height: 110,
          bottom: horizon + 40,
          pines: 0.34,
        },
        random(8),
      ),
      distant(leaves.lit, weather, 0.68),
    ),
    filled(
      treeLine(
        { left: 0, right: width, base: horizon + 4, height: 96, bottom: horizon + 50, spires: 0.2 },
        random(9),
      ),
      distant(leaves.lit, weather, 0.4),
    ),
    filled(new Path().curve(lawnEdge).line([width, height], [0, height]).close(), weather.lawnLit),
    filled(
      new Path()
        .move(0, horizon + 110)
        .quadratic(width * 0.4, horizon + 60, width, horizon + 120)
        .line([width, height], [0, height])
        .close(),
      weather.lawn,
    ),
  );
  const path = frontWalk(frame);
  drawing.add(filled(path, weather.paving));
  // The crown's own shade lies over the front lawn.
  shadows.shape(
    filled(
      new Path().curve(
        [
          [width * 0.36, height + 40],
          [width * 0.47, horizon + 205],
          [width * 0.66, horizon + 150],
          [width * 0.9, horizon + 140],
          [width + 60, horizon + 150],
          [width + 60, height + 40],
        ],
        true,
      ),
    ),
  );
  drawing.add(
    shadows,

    filled(
      dapples(
        { left: width * 0.5, right: width, top: horizon + 160, bottom: height - 10 },
        46,
        62,
        rng,
      ),
      mixed(weather.lawn, weather.lawnLit, 0.5),
      { "fill-opacity": 0.8 },
    ),
    stroked(
      meadow({ left: 0, right: width * 0.46, top: horizon + 60, bottom: height }, 120, rng),
      weather.lawnShade,
      3,
    ),
    placed(frame.house.x, frame.house.y, k, house(weather)),
  );
  const bushes = [drawing.shape(bush(weather, 1)), drawing.shape(bush(weather, 2))];
  for (const [x, size, seed] of [
    [-262, 0.8, 0],
    [-196, 0.62, 1],
    [-60, 0.66, 0],
    [262, 0.8, 1],
    [330, 0.66, 0],
  ] as const)
    drawing.add(
      drawing.use(bushes[seed] ?? "", {
        transform: placement(frame.house.x + x * k, frame.house.y + 6, size * k),
      }),
    );

  const [tx, ty] = trunk;
  const [cx, cy] = frame.climber;
  const [ax, ay] = frame.anchor;
  const [gx, gy] = frame.groundsman;
  const person = k * 1.22;
  const rope = new Path()
    .move(ax, ay)
    .line([cx + 5 * person, cy - 74 * person])
    .line([cx + 2 * person, cy - 30 * person])
    .move(ax - 8, ay)
    .cubic(ax - 30, cy, gx - 90, gy - 160, gx - 20 * person, gy - 57 * person)
    .cubic(gx - 4, gy - 20, gx - 60, gy + 4, gx - 74, gy + 6);
  drawing.add(
    group({ transform: placement(tx, ty) }, timber(wood, weather.wood)),
    stroked(
      grass(
        [
          [tx - 190, ty + 16],
          [tx + 190, ty + 18],
        ],
        17,
        20,
        rng,
      ),
      weather.lawnShade,
      3,
    ),
    stroked(rope, token("lime-400"), 3.5),
    figure(poses.hanging, { x: cx, y: cy, scale: person, saddle: true, clothes: crew[1] }),
    figure(poses.hauling, { shadows, x: gx, y: gy, scale: person, left: true, clothes: crew[0] }),
    rectangle(0, 0, width, at(fringe, width / 2) * 0.78, leaves.shade),
    foliage(planes, leaves),
    figure(poses.waving, {
      shadows,
      x: frame.house.x + 128 * k,
      y: frame.house.y + 26 * k,
      scale: k,
      clothes: neighbour,
    }),
  );
  return drawing;
}

/** The height of a line at x. */
function at(line: readonly Point[], x: number): number {
  const i = Math.max(
    1,
    line.findIndex(([px]) => px >= x),
  );
  const [ax, ay] = line[i - 1] ?? [0, 0];
  const [bx, by] = line[i] ?? [ax + 1, ay];
  return ay + ((by - ay) * (x - ax)) / (bx - ax || 1);
}

/** From the steps of the porch to the lower edge, wider as it comes near. */
function frontWalk({ house: { x, y, scale }, height, width }: Frame): Path {
  const door = x + 141 * scale;
  return new Path()
    .move(door - 36 * scale, y)
    .line([door + 36 * scale, y])
    .cubic(door + 60 * scale, y + 60, width * 0.42, y + 80, width * 0.36, height)
    .line([width * 0.18, height])
    .cubic(width * 0.28, y + 90, door - 20 * scale, y + 60, door - 36 * scale, y)
    .close();
}

/** 1600 x 1000, for wide screens. */
export const homeHeroWide = () => homeHero(wide);
/** 900 x 1100, for phones. */
export const homeHeroTall = () => homeHero(tall);
