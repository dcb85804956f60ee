import type { Random } from "./random.ts";

/** x to the right, y downwards, as in SVG. */
export type Point = readonly [x: number, y: number];

/** Points as text: `x,y` for each. */
export const points = (text: string): Point[] =>
  text.split(" ").map((point): Point => {
    const [x = 0, y = 0] = point.split(",").map(Number);
    return [x, y];
  });

/** A region of the plane: positive inside, negative outside, about the distance to its edge. */
export type Field = (x: number, y: number) => number;

/** The rectangle in which a field is looked at. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A circle, or an ellipse with level axes. */
export const ball =
  (cx: number, cy: number, rx: number, ry = rx): Field =>
  (x, y) => {
    const dx = (x - cx) / rx;
    const dy = (y - cy) / ry;
    return (1 - Math.sqrt(dx * dx + dy * dy)) * Math.min(rx, ry);
  };

/** What lies in any of the fields. */
export const union =
  (...fields: Field[]): Field =>
  (x, y) => {
    let most = -1e9;
    for (const field of fields) most = Math.max(most, field(x, y));
    return most;
  };

/** So far outside that no edge can be near, whatever else there is. */
const farOutside = -60;

/** What lies in all of the fields. */
export const intersection =
  (...fields: Field[]): Field =>
  (x, y) => {
    let least = 1e9;
    for (const field of fields) {
      least = Math.min(least, field(x, y));
      if (least < farOutside) break;
    }
    return least;
  };

/** A field less its holes. */
export const without =
  (field: Field, ...holes: Field[]): Field =>
  (x, y) => {
    let least = field(x, y);
    for (const hole of holes) {
      if (least < farOutside) break;
      least = Math.min(least, -hole(x, y));
    }
    return least;
  };

/** A field with its edge moved outwards. */
export const grown =
  (field: Field, by: number): Field =>
  (x, y) =>
    field(x, y) + by;

/** The edges of a field as closed lines, the inside on the left when walking along (marching squares). */
export function contours(field: Field, box: Box, cell: number): Point[][] {
  const columns = Math.ceil((box.right - box.left) / cell) + 3;
  const rows = Math.ceil((box.bottom - box.top) / cell) + 3;
  const x0 = box.left - cell;
  const y0 = box.top - cell;
  const values = new Float64Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const rim = row === 0 || column === 0 || row === rows - 1 || column === columns - 1;
      values[row * columns + column] = rim
        ? -1
        : field(x0 + column * cell, y0 + row * cell) || 1e-6;
    }
  const value = (column: number, row: number) => values[row * columns + column] ?? -1;

  // Every crossed grid edge has one point; `next` leads from the point on which a line enters a cell
  // to the one on which it leaves.
  const points = new Map<number, Point>();
  const next = new Map<number, number>();
  const crossing = (c0: number, r0: number, c1: number, r1: number): number => {
    const id = (Math.min(r0, r1) * columns + Math.min(c0, c1)) * 2 + (r0 === r1 ? 0 : 1);
    if (!points.has(id)) {
      const a = value(c0, r0);
      const t = a / (a - value(c1, r1));
      points.set(id, [x0 + (c0 + t * (c1 - c0)) * cell, y0 + (r0 + t * (r1 - r0)) * cell]);
    }
    return id;
  };
  for (let r = 0; r < rows - 1; r++)
    for (let c = 0; c < columns - 1; c++) {
      const a = value(c, r) > 0;
      const b = value(c + 1, r) > 0;
      const d = value(c + 1, r + 1) > 0;
      const e = value(c, r + 1) > 0;
      if (a === b && b === d && d === e) continue;
      const top = () => crossing(c, r, c + 1, r);
      const right = () => crossing(c + 1, r, c + 1, r + 1);
      const bottom = () => crossing(c, r + 1, c + 1, r + 1);
      const left = () => crossing(c, r, c, r + 1);
      // Corner by corner: an inside corner is walked round with the inside on the left.
      if (a && !b && !d && !e) next.set(left(), top());
      else if (!a && b && !d && !e) next.set(top(), right());
      else if (!a && !b && d && !e) next.set(right(), bottom());
      else if (!a && !b && !d && e) next.set(bottom(), left());
      else if (a && b && !d && !e) next.set(left(), right());
      else if (!a && b && d && !e) next.set(top(), bottom());
      else if (!a && !b && d && e) next.set(right(), left());
      else if (a && !b && !d && e) next.set(bottom(), top());
      else if (a && b && d && !e) next.set(left(), bottom());
      else if (!a && b && d && e) next.set(top(), left());
      else if (a && !b && d && e) next.set(right(), top());
      else if (a && b && !d && e) next.set(bottom(), right());
      else if (a && d) {
        next.set(left(), top());
        next.set(right(), bottom());
      } else {
        next.set(top(), right());
        next.set(bottom(), left());
      }
    }
  const lines: Point[][] = [];
  while (next.size > 0) {
    const [start] = next.keys();
    const line: Point[] = [];
    let at = start;
    while (at !== undefined && next.has(at)) {
      const point = points.get(at);
      if (point) line.push(point);
      const to = next.get(at);
      next.delete(at);
      at = to;
    }
    lines.push(line);
  }
  return lines;
}

/** The length of a closed line, and the point at a distance along it. */
export function measured(line: readonly Point[]): { length: number; at(distance: number): Point } {
  const starts: number[] = [];
  let length = 0;
  line.forEach((from, i) => {
    const to = line[(i + 1) % line.length] ?? from;
    starts.push(length);
    length += Math.hypot(to[0] - from[0], to[1] - from[1]);
  });
  return {
    length,
    at(distance) {
      const wanted = ((distance % length) + length) % length;
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= wanted) low = middle;
        else high = middle - 1;
      }
      const from = line[low] ?? [0, 0];
      const to = line[(low + 1) % line.length] ?? from;
      const step = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      const t = (wanted - (starts[low] ?? 0)) / step;
      return [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
    },
  };
}

/** A field with an uneven edge: what stands at a point is looked up a little beside it. */
export function rippled(field: Field, amplitude: number, rng: Random): Field {
  if (amplitude === 0) return field;
  const waves = [36, 59, 97].map((length) => {
    const angle = rng.between(0, Math.PI);
    return {
      kx: (Math.cos(angle) * 6.28) / length,
      ky: (Math.sin(angle) * 6.28) / length,
      phase: rng.between(0, 6.28),
    };
  });
  return (x, y) => {
    let dx = 0;
    let dy = 0;
    for (const { kx, ky, phase } of waves) {
      const at = x * kx + y * ky + phase;
      dx += Math.sin(at);
      dy += Math.cos(at * 1.3);
    }
    return field(x + dx * amplitude * 0.6, y + dy * amplitude * 0.6);
  };
}
