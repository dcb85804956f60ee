import { type Clump, crown } from "../../foliage.ts";
import { rows } from "../../geometry.ts";
import { morning } from "../../palette.ts";
import { random } from "../../random.ts";
import { Scene } from "../../scene.ts";
import { foliage } from "../../trees/tree.ts";
import { towers } from "./towers.ts";

/** The towers of the home city over a sea of leaves. */
export default function skyline() {
  const scene = new Scene(morning, { width: 2000, height: 600, seed: 111 });
  const { weather } = scene;
  scene.add(
    scene.sky([330, 200, 58], 3),
    scene.cloud(760, 120, 320, 4),
    scene.cloud(1560, 90, 260, 7),
    scene.cloud(90, 110, 200, 9),
    towers(weather),
    scene.treeLine(480, 84, { pines: 0, spires: 0, share: 0.45, bottom: 600, seed: 19 }),
    scene.treeLine(530, 104, { pines: 0, spires: 0, share: 0.15, bottom: 600, seed: 38 }),
  );
  // The nearest crowns, in full light.
  const own = random(57);
  const clumps: Clump[] = [];
  for (const [y = 0, step = 0] of rows("556:74 598:92"))
    for (let x = -60; x < 2080; x += step * own.between(0.7, 1.15))
      clumps.push({ x, y: y + own.between(-14, 12), r: own.between(54, 84), flat: 0.72 });
  const planes = crown(clumps, own, {
    edge: { from: 14, to: 44, lean: 0.5 },
    leaf: { length: 8, width: 5, density: 0.18 },
  });
  return scene.add(foliage(planes, weather.leaves));
}
