import { type Clump, crown, scalloped } from "../../foliage.ts";
import { ball, type Field, intersection, rippled, rows, union } from "../../geometry.ts";
import { mixed, morning } from "../../palette.ts";
import { random } from "../../random.ts";
import { Scene } from "../../scene.ts";
import { filled } from "../../svg.ts";
import { foliage } from "../../trees/tree.ts";
import { towers } from "./towers.ts";

/** The towers of the home city over a sea of leaves. */
export default function skyline() {
  const scene = new Scene(morning, { width: 2000, height: 600, seed: 111 });
  const { weather, rng } = scene;
  scene.add(
    scene.sky([330, 200, 58], 3),
    scene.cloud(760, 120, 320, 4),
    scene.cloud(1560, 90, 260, 7),
    scene.cloud(90, 110, 200, 9),
    towers(weather),
  );
  // Three lines of crowns in front.
  for (const [base = 0, size = 0, share = 0, seed = 0] of rows("440:66,0.56,19 494:84,0.3,38")) {
    const own = random(seed);
    const domes: Field[] = [(_, y) => y - base - size * 0.2];
    for (let x = -60; x < 2060; x += size * own.between(0.5, 0.95)) {
      const r = size * own.between(0.5, 0.85);
      const y = base + own.between(-0.2, 0.3) * size * 0.5;
      domes.push(ball(x, y, r * 1.1, r * 0.8));
    }
    const box = { left: -30, right: 2030, top: base - size * 1.2, bottom: 620 };
    const edge = { from: size * 0.13, to: size * 0.4, lean: 0.5 };
    const frame: Field = (px, py) => Math.min(px + 20, 2020 - px, 610 - py);
    const line = intersection(frame, rippled(union(...domes), 6, rng));
    const colour = mixed(weather.leaves.body, weather.haze, share);
    scene.add(filled(scalloped(line, box, edge, rng, 7), colour));
  }
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
