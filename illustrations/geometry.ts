import type { Random } from "./random.ts";

/** x to the right, y downwards, as in SVG. */
export type Point = readonly [x: number, y: number];

/** Points as text: `x,y` for each. */
export const points = (text: string): Point[] =>
  text.split(/ +/).map((point): Point => {
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
  const crossing = (c: number, r: number, down: boolean): number => {
    const id = (r * columns + c) * 2 + Number(down);
    if (!points.has(id)) {
      const a = value(c, r);
      const t = a / (a - (down ? value(c, r + 1) : value(c + 1, r)));
      points.set(id, [x0 + (c + (down ? 0 : t)) * cell, y0 + (r + (down ? t : 0)) * cell]);
    }
    return id;
  };
  for (let r = 0; r < rows - 1; r++)
    for (let c = 0; c < columns - 1; c++) {
      // Corners and edges clockwise, the left edge first: it runs from the first corner to the second.
      // A line comes in on the edge where the corners change to inside, and leaves on the next change.
      const inside = [value(c, r + 1), value(c, r), value(c + 1, r), value(c + 1, r + 1)].map(
        (corner) => corner > 0,
      );
      const edge = (i: number) => crossing(c + Number(i === 2), r + Number(i === 3), i % 2 === 0);
      for (let from = 0; from < 4; from++) {
        if (inside[from] || !inside[(from + 1) % 4]) continue;
        let to = (from + 1) % 4;
        while (inside[(to + 1) % 4]) to = (to + 1) % 4;
        next.set(edge(from), edge(to));
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
