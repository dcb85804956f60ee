import type { Random } from "./random.ts";

/** A point with x to the right and y down, as in SVG. */
export type Point = readonly [x: number, y: number];

/** Parses rows of numbers. Spaces separate rows, and `,`, `:`, or `*` separates the numbers of a row. */
export const rows = (text: string): number[][] =>
  text
    .trim()
    .split(/\s+/)
    .map((row) => row.split(/[,:*]/).map(Number));

/** Parses points: `x,y` for each. */
export const points = (text: string): Point[] => rows(text).map(([x = 0, y = 0]): Point => [x, y]);

/** A point, and the size or width of the thing at the point. */
export type Place = readonly [x: number, y: number, size: number];

/** Parses places: `x,y:size` for each. */
export const places = (text: string): Place[] =>
  rows(text).map(([x = 0, y = 0, size = 0]): Place => [x, y, size]);

/** Returns the point at a share of the way from one point to another. */
export const between = ([ax, ay]: Point, [bx, by]: Point, share: number): Point => [
  ax + (bx - ax) * share,
  ay + (by - ay) * share,
];

/** Returns the point of a circle or an axis-aligned ellipse at an angle in radians. */
export const polar = (cx: number, cy: number, angle: number, rx: number, ry = rx): Point => [
  cx + Math.cos(angle) * rx,
  cy + Math.sin(angle) * ry,
];

/** Returns points at `count` evenly spaced angles of a full turn. */
export const ring = (count: number, at: (angle: number) => Point): Point[] =>
  Array.from({ length: count }, (_, i) => at((i / count) * 6.283));

/** Moves a point by a multiple of a vector, and by a multiple to the right of its direction. */
export const moved = ([x, y]: Point, [dx, dy]: Point, along: number, across: number): Point => [
  x + dx * along - dy * across,
  y + dy * along + dx * across,
];

/** Returns the direction of a line at one of its points, as a vector of length 1. */
export function direction(line: readonly Point[], i: number): Point {
  const from = line[Math.max(0, i - 1)] ?? [0, 0];
  const to = line[Math.min(line.length - 1, i + 1)] ?? from;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
}

/** A region of the plane. Its value is about the distance to the edge: positive inside, negative outside. */
export type Field = (x: number, y: number) => number;

/** The rectangle in which a field is sampled. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the field of a circle or an axis-aligned ellipse. */
export const ball =
  (cx: number, cy: number, rx: number, ry = rx): Field =>
  (x, y) => {
    const dx = (x - cx) / rx;
    const dy = (y - cy) / ry;
    return (1 - Math.sqrt(dx * dx + dy * dy)) * Math.min(rx, ry);
  };

/** Returns the field of the points that are in any of the fields. */
export const union =
  (...fields: Field[]): Field =>
  (x, y) => {
    let most = -1e9;
    for (const field of fields) most = Math.max(most, field(x, y));
    return most;
  };

/** Returns the field of the points that are in all of the fields. */
export const intersection =
  (...fields: Field[]): Field =>
  (x, y) => {
    let least = 1e9;
    for (const field of fields) {
      least = Math.min(least, field(x, y));
      // This far outside, no edge is near, whatever the other fields are.
      if (least < -60) break;
    }
    return least;
  };

export const without = (field: Field, ...holes: Field[]): Field =>
  intersection(field, ...holes.map(outside));

function outside(field: Field): Field {
  return (x, y) => -field(x, y);
}

/** Returns the edges of a field as closed lines, with the inside on the left (marching squares). */
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

  // Every grid edge that a line crosses has one point. `next` leads from the point where a line enters a cell
  // to the point where it leaves the cell.
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
      // Corners and edges go clockwise, starting with the left edge, from the first corner to the second.
      // A line enters at the edge where the corners change to inside, and leaves at the next change.
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
    for (let at = start; at !== undefined; ) {
      const to = next.get(at);
      if (to !== undefined) line.push(points.get(at) ?? [0, 0]);
      next.delete(at);
      at = to;
    }
    lines.push(line);
  }
  return lines;
}

/** Returns the length of a closed line, and a function that returns the point at a distance along it. */
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
      const i = starts.findLastIndex((start) => start <= wanted);
      const from = line[i] ?? [0, 0];
      const to = line[(i + 1) % line.length] ?? from;
      const step = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      return between(from, to, (wanted - (starts[i] ?? 0)) / step);
    },
  };
}

/** Returns a field with an uneven edge: the value at a point is read from slightly beside it. */
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
