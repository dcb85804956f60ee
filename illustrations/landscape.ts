import { almond, type Edge, scalloped } from "./foliage.ts";
import {
  type Box,
  ball,
  type Field,
  intersection,
  type Point,
  rippled,
  union,
} from "./geometry.ts";
import { mixed, type Weather } from "./palette.ts";
import { type Random, random } from "./random.ts";
import {
  type Drawing,
  disc,
  ellipse,
  filled,
  group,
  type Markup,
  number,
  Path,
  rectangle,
  stroked,
} from "./svg.ts";

/**
 * The sky: rings about the sun, uneven as a tree's. The sun itself may lie outside of the drawing,
 * but always up on the left.
 */
export function sky(
  { width, height }: Drawing,
  weather: Weather,
  sun: { x: number; y: number; r: number },
  seed = 1,
): Markup {
  const rng = random(seed);
  const reach = Math.hypot(width - sun.x, height - sun.y);
  const bands = weather.sky.slice(1).map((colour, i) => {
    const share = 1 - (i + 0.25) / weather.sky.length;
    const r = sun.r * 1.7 + reach * 0.72 * share ** 1.5;
    const phase = rng.between(0, 6.28);
    const ring: Point[] = Array.from({ length: 14 }, (_, n) => {
      const angle = (n / 14) * 6.283;
      const own = r * (1 + 0.035 * Math.sin(angle * 3 + phase) + rng.between(-0.02, 0.02));
      return [sun.x + Math.cos(angle) * own, sun.y + Math.sin(angle) * own];
    });
    return filled(new Path().curve(ring, true), colour);
  });
  return (
    rectangle(0, 0, width, height, weather.sky[0]) +
    bands.join("") +
    disc(sun.x, sun.y, sun.r, weather.sun)
  );
}

/** A long flat cloud with a level underside. */
export function cloud(x: number, y: number, width: number, colour: string, seed = 1): Markup {
  const rng = random(seed);
  const path = new Path().move(x, y);
  for (let at = 0; at < width; ) {
    const step = Math.min(width - at, width * rng.between(0.16, 0.34));
    const rise = Math.sin(((at + step / 2) / width) * Math.PI) * width * 0.13;
    const edge = Math.sin(((at + step) / width) * Math.PI) * width * 0.06;
    path.quadratic(x + at + step * 0.5, y - rise - width * 0.03, x + at + step, y - edge);
    at += step;
  }
  path.quadratic(x + width * 0.7, y + width * 0.035, x + width * 0.45, y + width * 0.012);
  path.quadratic(x + width * 0.2, y + width * 0.03, x, y);
  return filled(path.close(), colour);
}

/** How a far line of trees is made up: shares of domes, spires and pines. */
export interface TreeLine {
  left: number;
  right: number;
  /** Where the trees stand, and how high the domes are. */
  base: number;
  height: number;
  pines?: number;
  spires?: number;
  /** Larger steps for a line that is far away and pale. */
  coarse?: number;
  /** The lower edge of the drawn plane. */
  bottom: number;
}

/** A far line of trees as one outline. */
export function treeLine(line: TreeLine, rng: Random): Path {
  const { left, right, base, height, pines = 0.15, spires = 0.1, coarse = 1, bottom } = line;
  const crowns: Field[] = [];
  const needles: Field[] = [];
  const trunks: [x: number, top: number, half: number][] = [];
  const box: Box = {
    left: left - 20,
    right: right + 20,
    top: base - height * 2.2,
    bottom: bottom + 20,
  };
  crowns.push((_, y) => y - base + height * 0.25);
  for (let x = left - height; x < right + height; x += height * rng.between(0.35, 0.8)) {
    const h = height * rng.between(0.6, 1.1);
    if (rng.chance(pines)) {
      const top = base - h * rng.between(1.35, 1.75);
      needles.push(
        ball(x, top, h * 0.2, h * 0.24),
        ball(x - h * 0.14, top + h * 0.24, h * 0.26, h * 0.13),
      );
      needles.push(ball(x + h * 0.15, top + h * 0.34, h * 0.26, h * 0.12));
      trunks.push([x, top, h * 0.028]);
    } else if (rng.chance(spires)) crowns.push(ball(x, base - h * 0.7, h * 0.26, h * 0.85));
    else {
      crowns.push(ball(x, base - h * 0.42, h * 0.52, h * 0.5));
      crowns.push(ball(x - h * 0.3, base - h * 0.3, h * 0.38, h * 0.34));
    }
  }
  const edge: Edge = {
    from: height * 0.15 * coarse,
    to: height * 0.46 * coarse,
    bulge: 0.3,
    lean: 0.4,
  };
  const path = new Path();
  const frame: Field = (px, py) => Math.min(px - box.left, box.right - px, bottom - py);
  const cell = Math.max(3, height / 28);
  for (const [x, top, half] of trunks)
    path.polygon([x - half, base], [x + half, base], [x + half * 0.6, top], [x - half * 0.6, top]);
  scalloped(
    intersection(frame, rippled(union(...crowns), height * 0.04, rng)),
    box,
    edge,
    rng,
    cell,
    path,
  );
  if (needles.length > 0)
    scalloped(
      intersection(frame, union(...needles)),
      box,
      { ...edge, from: height * 0.06, to: height * 0.14, tip: "needle" },
      rng,
      cell,
      path,
    );
  return path;
}

/** Blades of grass along a line, as short strokes. */
export function grass(points: readonly Point[], size: number, count: number, rng: Random): Path {
  const path = new Path();
  for (let i = 0; i + 1 < points.length; i++) {
    const [ax, ay] = points[i] ?? [0, 0];
    const [bx, by] = points[i + 1] ?? [0, 0];
    for (let n = 0; n < count; n++) {
      const t = rng.between(0, 1);
      const x = ax + (bx - ax) * t;
      const y = ay + (by - ay) * t;
      for (const lean of [-0.5, 0.05, 0.55])
        if (rng.chance(0.8))
          path
            .move(x + lean * size * 0.3, y)
            .line([x + lean * size * rng.between(0.6, 1), y - size * rng.between(0.6, 1.1)]);
    }
  }
  return path;
}

/** Tufts strewn over a piece of ground, smaller towards the horizon. */
export function meadow(box: Box, spacing: number, rng: Random): Path {
  const path = new Path();
  const depth = box.bottom - box.top;
  for (let y = box.top; y < box.bottom; y += spacing * (0.25 + ((y - box.top) / depth) * 0.5)) {
    const near = 0.3 + ((y - box.top) / depth) * 0.7;
    for (
      let x = box.left + rng.between(0, spacing);
      x < box.right;
      x += spacing * rng.between(0.7, 2.6) * near
    ) {
      const size = 11 * near;
      for (const lean of [-0.6, -0.1, 0.5])
        if (rng.chance(0.75))
          path.move(x + lean * 4, y).line([x + lean * size, y - size * rng.between(0.5, 1)]);
    }
  }
  return path;
}

/** Spots of sun below a crown: leaf-shaped, lying flat. */
export function dapples(box: Box, count: number, size: number, rng: Random): Path {
  const path = new Path();
  for (let i = 0; i < count; i++) {
    const x = rng.between(box.left, box.right);
    const y = rng.between(box.top, box.bottom);
    const inside =
      ((2 * x - box.left - box.right) / (box.right - box.left)) ** 2 +
      ((2 * y - box.top - box.bottom) / (box.bottom - box.top)) ** 2;
    if (inside < 1) almond(path, x, y, size * rng.between(0.5, 1.6), rng.between(-0.12, 0.2), 0.16);
  }
  return path;
}

/**
 * All cast shadows of a drawing as one layer, so that they never add up where they cross. A shape is
 * laid down from its foot to the lower right.
 */
export class Shadows {
  #content: Markup[] = [];
  readonly #weather: Weather;
  readonly #drawing: Drawing;
  /** How far the top of a shape of height 1 is moved right, and how far down. */
  readonly #run: number;
  readonly #fall: number;

  constructor(drawing: Drawing, weather: Weather, run = 1.15, fall = 0.2) {
    this.#drawing = drawing;
    this.#weather = weather;
    this.#run = run;
    this.#fall = fall;
  }

  /** The shadow of a shape whose foot is its own origin. */
  cast(id: string, x: number, y: number, scale = 1): void {
    const matrix = [scale, 0, -this.#run * scale, -this.#fall * scale, x, y]
      .map((n) => number(n, 3))
      .join(" ");
    this.#content.push(this.#drawing.use(id, { transform: `matrix(${matrix})` }));
  }

  /** A shadow given by its corners. */
  plane(...corners: Point[]): void {
    this.#content.push(filled(new Path().polygon(...corners)));
  }

  /** A shadow of any other form. */
  shape(markup: Markup): void {
    this.#content.push(markup);
  }

  /** The shadow of somebody who stands at a point, `scale` times 72 units tall. */
  person(x: number, y: number, scale: number): void {
    const [dx, dy] = [this.#run * 66 * scale, this.#fall * 66 * scale];
    const half = 8 * scale;
    this.#content.push(
      stroked(
        new Path().move(x + half * 0.4, y + 1).line([x + dx, y + dy]),
        this.#weather.shadow,
        half * 1.5,
      ),
    );
  }

  /** A soft foot: a flat ellipse under something small. */
  under(x: number, y: number, rx: number, ry: number): void {
    this.#content.push(ellipse(x, y, rx, ry));
  }

  toString(): string {
    return group(
      { fill: this.#weather.shadow, opacity: this.#weather.shadowStrength },
      ...this.#content,
    );
  }
}

/** A colour as it is seen from afar. */
export const distant = (colour: string, weather: Weather, share: number): string =>
  mixed(colour, weather.haze, share);

/** Leaves lying about. */
export function litter(box: Box, count: number, size: number, rng: Random): Path {
  const path = new Path();
  for (let i = 0; i < count; i++)
    almond(
      path,
      rng.between(box.left, box.right),
      rng.between(box.top, box.bottom),
      size * rng.between(0.6, 1.2),
      rng.between(0, 3),
      0.3,
    );
  return path;
}

/** The ground on which most scenes stand. */
export interface Stage {
  sun: { x: number; y: number; r: number };
  horizon: number;
  /** How high the far trees are; 0 for none. */
  trees?: number;
  seed?: number;
  pines?: number;
}

/** Sky, two far lines of trees, and a lawn in two planes. */
export function stage(drawing: Drawing, weather: Weather, options: Stage): Markup {
  const { sun, horizon, trees = 100, seed = 1, pines = 0.3 } = options;
  const { width, height } = drawing;
  const line = (base: number, size: number, share: number, own: number, coarse: number) =>
    filled(
      treeLine(
        {
          left: 0,
          right: width,
          base,
          height: size,
          bottom: horizon + 40,
          pines,
          spires: 0.15,
          coarse,
        },
        random(seed * 7 + own),
      ),
      distant(weather.leaves.lit, weather, share),
    );
  return [
    sky(drawing, weather, sun, seed),
    trees > 0
      ? line(horizon - trees * 0.3, trees, 0.72, 1, 1.6) +
        line(horizon + trees * 0.05, trees * 0.85, 0.45, 2, 1.1)
      : "",
    filled(
      new Path()
        .move(0, horizon + 14)
        .cubic(width * 0.3, horizon - 10, width * 0.6, horizon + 16, width, horizon)
        .line([width, height], [0, height])
        .close(),
      weather.lawnLit,
    ),
    filled(
      new Path()
        .move(0, horizon + (height - horizon) * 0.42)
        .quadratic(
          width * 0.45,
          horizon + (height - horizon) * 0.24,
          width,
          horizon + (height - horizon) * 0.46,
        )
        .line([width, height], [0, height])
        .close(),
      weather.lawn,
    ),
  ].join("");
}

/** Rain, driven to the right by the wind. */
export function rain(
  { width, height }: Drawing,
  colour: string,
  count: number,
  rng: Random,
): Markup {
  const path = new Path();
  for (let i = 0; i < count; i++) {
    const x = rng.between(-40, width);
    const y = rng.between(-40, height);
    const length = rng.between(26, 64);
    path.move(x, y).line([x + length * 0.42, y + length]);
  }
  return stroked(path, colour, 1.6, { opacity: 0.5 });
}

/** A beam of light from a lamp, widening to two points. */
export const beam = (
  lamp: Point,
  far: Point,
  farther: Point,
  weather: Weather,
  strength = 0.22,
): Markup => filled(new Path().polygon(lamp, far, farther), weather.lamp, { opacity: strength });
