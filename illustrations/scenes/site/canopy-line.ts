import { random } from "../../random.ts";
import { Drawing, filled, Path } from "../../svg.ts";

/** The width of the tile. Its ends match. */
const width = 1840;

/** The lower edge of foliage at the end of a section, in a tile so wide that its repetition does not show. */
export default function canopyLine() {
  const rng = random(20);
  const turn = (2 * Math.PI) / width;
  const level = (x: number) => 27 + 7 * Math.sin(x * turn * 3 + 1) + 6 * Math.sin(x * turn * 8);
  const edge = new Path().move(0, 0).line([0, level(0)]);
  for (let x = 0; x < width; ) {
    const step = Math.min(width - x, rng.between(16, 50) * rng.pick([0.8, 1, 1.5]));
    const next = width - x - step < 20 ? width : x + step;
    const half = (next - x) / 2;
    const from = level(x);
    const to = level(next) + (next < width ? rng.between(-5, 5) : 0);
    edge.quadratic(x + half * rng.between(0.8, 1.2), (from + to) / 2 + half * 1.15, next, to);
    x = next;
  }
  return new Drawing(width, 72).add(filled(edge.line([width, 0]).close()));
}
