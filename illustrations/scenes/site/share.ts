import { fullName } from "../../brand.ts";
import { crew } from "../../figures.ts";
import { crown, plate } from "../../foliage.ts";
import { points } from "../../geometry.ts";
import { lettering, letteringWidth } from "../../lettering.ts";
import { morning, token } from "../../palette.ts";
import { house, houseOutline } from "../../props/house.ts";
import { truck, truckOutline } from "../../props/truck.ts";
import { bush } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { filled, placed, rectangle } from "../../svg.ts";
import { limb, roots, wooden } from "../../trees/limbs.ts";
import { foliage, timber } from "../../trees/tree.ts";

/** The share image for links: house, oak, and truck, with the brand's name in the crown's shade. */
export default function ogShare() {
  const scene = new Scene(morning, { height: 630, seed: 121, run: 0.9, fall: 0.16 });
  const { weather, shadows, rng } = scene;
  const leaves = { ...weather.leaves, shade: token("canopy-900") };
  const trunk = wooden(rng, [
    ...roots(90, 120),
    limb("0,10:130 0,-40:94 -4,-140:82 -2,-230:78 10,-330:66 10,-600:40"),
    limb("-10,-200:54 -90,-270:42 -200,-312:30 -330,-330:14"),
    limb("8,-220:50 80,-290:40 190,-330:26"),
  ]);
  const fringe = points(
    "-40,250 90,262 220,252 360,238 500,236 640,234 780,238 920,236 1060,262 1200,292",
  );
  const behind = fringe.flatMap(([x, y]) => plate([x, y - 70, 230], rng, 0.44, 0.55));
  const before = fringe.flatMap(([x, y]) => {
    const [dx, dy] = [rng.between(-18, 18), rng.between(-8, 12)];
    return plate([x + 60 + dx, y - 24 + dy, 150], rng, 0.46, 0.95);
  });
  const planes = crown([...behind, ...before], rng, {
    edge: { from: 20, to: 58 },
    leaf: { length: 8, width: 5, density: 0.16 },
  });
  const size = Math.min(84, (84 * 1096) / letteringWidth(fullName.join(" "), 84));
  const width = letteringWidth(fullName.join(" "), size);
  return scene.add(
    scene.stage([96, 392, 44], 498, { seed: 122, trees: 70 }),
    filled("M470 548q200-16 730-4v52q-500-30-760 34H180q120-60 290-82z", weather.paving),
    shadows,
    scene.meadow({ left: 0, right: 420, top: 560, bottom: 630 }, 70, { width: 2.5 }),
    scene.shaded(330, 548, 0.66, house(weather), houseOutline),
    scene.repeat(bush(weather, 1), [150, 552, 0.56], [190, 552, 0.44], [560, 552, 0.5]),
    placed(1010, 572, 1, timber(trunk, weather.wood)),
    scene.shaded(770, 592, 0.9, truck(weather), truckOutline),
    scene.person("folded", 566, 604, 0.92),
    scene.person("standing", 606, 608, 0.92, { clothes: crew[1], left: true }),
    rectangle(0, 0, 1200, 190, leaves.shade),
    foliage(planes, leaves),
    lettering(`${fullName[0]} `, 600 - width / 2, 112, size, token("paper-50"), {
      align: 0,
      grid: 160,
    }),
    lettering(fullName[1], 600 + width / 2, 112, size, token("lime-400"), { align: 1, grid: 160 }),
  );
}
