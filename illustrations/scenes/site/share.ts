import { fullName } from "../../brand.ts";
import { crew, figure, poses } from "../../figures.ts";
import { type Clump, crown, plate } from "../../foliage.ts";
import { meadow, Shadows, stage } from "../../landscape.ts";
import { lettering, letteringWidth } from "../../lettering.ts";
import { morning, token } from "../../palette.ts";
import { bush } from "../../props/bush.ts";
import { house, houseOutline } from "../../props/house.ts";
import { truck, truckOutline } from "../../props/truck.ts";
import { random } from "../../random.ts";
import { Drawing, filled, group, placed, placement, rectangle, stroked } from "../../svg.ts";
import { limb, roots, wooden } from "../../trees/limbs.ts";
import { foliage, timber } from "../../trees/tree.ts";

/** The picture that goes with a shared link: house, oak and truck, the brand's name in the crown's shade. */
export function ogShare(): Drawing {
  const weather = morning;
  const leaves = { ...weather.leaves, shade: token("canopy-900") };
  const drawing = new Drawing(1200, 630);
  const rng = random(121);
  const shadows = new Shadows(drawing, weather, 0.9, 0.16);
  const ground = 548;
  shadows.cast(drawing.shape(houseOutline), 330, ground, 0.66);
  shadows.cast(drawing.shape(truckOutline), 770, 592, 0.9);
  const trunk = wooden(
    [
      ...roots(90, 120),
      limb("0,10:130 0,-40:94 -4,-140:82 -2,-230:78 10,-330:66 10,-600:40"),
      limb("-10,-200:54 -90,-270:42 -200,-312:30 -330,-330:14"),
      limb("8,-220:50 80,-290:40 190,-330:26"),
    ],
    rng,
  );
  const clumps: Clump[] = [];
  const fringe: [number, number][] = [
    [-40, 250],
    [90, 262],
    [220, 252],
    [360, 238],
    [500, 236],
    [640, 234],
    [780, 238],
    [920, 236],
    [1060, 262],
    [1200, 292],
  ];
  for (const [x, y] of fringe) clumps.push(...plate(x, y - 70, 230, rng, 0.44, 0.55));
  for (const [x, y] of fringe)
    clumps.push(
      ...plate(x + 60 + rng.between(-18, 18), y - 24 + rng.between(-8, 12), 150, rng, 0.46, 0.95),
    );
  const planes = crown(clumps, rng, {
    edge: { from: 20, to: 58, bulge: 0.33, lean: 0.6 },
    leaf: { length: 8, width: 5, density: 0.16 },
  });
  const size = Math.min(84, (84 * 1096) / letteringWidth(fullName.join(" "), 84));
  const width = letteringWidth(fullName.join(" "), size);
  const shrub = drawing.shape(bush(weather, 1));
  drawing.add(
    stage(drawing, weather, { sun: { x: 96, y: 392, r: 44 }, horizon: 498, seed: 122, trees: 70 }),
    filled("M470 548q200-16 730-4v52q-500-30-760 34H180q120-60 290-82z", weather.paving),
    shadows,
    stroked(
      meadow({ left: 0, right: 420, top: 560, bottom: 630 }, 70, rng),
      weather.lawnShade,
      2.5,
    ),
    placed(330, ground, 0.66, house(weather)),
    ...[
      [150, 0.56],
      [190, 0.44],
      [560, 0.5],
    ].map(([x = 0, scale = 1]) =>
      drawing.use(shrub, { transform: placement(x, ground + 4, scale) }),
    ),
    group({ transform: "translate(1010 572)" }, timber(trunk, weather.wood)),
    placed(770, 592, 0.9, truck(weather)),
    figure(poses.folded, { shadows, x: 566, y: 604, scale: 0.92, clothes: crew[0] }),
    figure(poses.standing, { shadows, x: 606, y: 608, scale: 0.92, clothes: crew[1], left: true }),
    rectangle(0, 0, 1200, 190, leaves.shade),
    foliage(planes, leaves),
    lettering({
      text: `${fullName[0]} `,
      x: 600 - width / 2,
      y: 112,
      size,
      fill: token("paper-50"),
      grid: 160,
    }),
    lettering({
      text: fullName[1],
      x: 600 + width / 2,
      y: 112,
      size,
      fill: token("lime-400"),
      align: 1,
      grid: 160,
    }),
  );
  return drawing;
}
