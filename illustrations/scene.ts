import { figure } from "./figures.ts";
import { almond, type Edge, leaves, scalloped } from "./foliage.ts";
import {
  type Box,
  ball,
  between,
  type Field,
  intersection,
  type Place,
  type Point,
  points,
  polar,
  ring,
  rippled,
  union,
} from "./geometry.ts";
import { mixed, type Weather } from "./palette.ts";
import { type Random, random } from "./random.ts";
import {
  Drawing,
  disc,
  ellipse,
  filled,
  group,
  type Markup,
  number,
  Path,
  placed,
  placement,
  rectangle,
  stroked,
} from "./svg.ts";
import { foliage, type Growth, type Tree, timber } from "./trees/tree.ts";

/** The sun's position and radius. */
export type Sun = readonly [x: number, y: number, r: number];

/** The composition of a distant line of trees: the shares of pines and spires; the others are domes. */
interface TreeLine {
  pines?: number;
  spires?: number;
  /** The step size, larger for a distant, pale line. */
  coarse?: number;
  bottom: number;
  /** The share of its color that is lost to the haze. */
  share: number;
  seed: number;
}

/** A picture under one light: the ground, the things on it, and one layer for all cast shadows. */
export class Scene extends Drawing {
  readonly weather: Weather;
  readonly rng: Random;
  readonly shadows: Shadows;
  /** The middles and widths of the people on the ground, and of the loads, under which nobody stands. */
  readonly people: Point[] = [];
  readonly loads: Point[] = [];

  /** `run` and `fall` move the top of a shadow of height 1 to the right and down. */
  constructor(
    weather: Weather,
    { width = 1200, height = 900, seed = 1, run = 1.15, fall = 0.2 } = {},
  ) {
    super(width, height);
    this.weather = weather;
    this.rng = random(seed);
    this.shadows = new Shadows(this, run, fall);
  }

  /** Draws the sky, two distant lines of trees (0 for none), and a lawn in two planes. */
  stage(sun: Sun, horizon: number, { seed = 1, trees = 100, pines = 0.3 }): Markup {
    const { width, height, weather } = this;
    const far = { bottom: horizon + 40, pines, spires: 0.15 };
    const treeLine = (at: number, size: number, share: number, own: number, coarse: number) =>
      this.treeLine(horizon + trees * at, trees * size, {
        ...far,
        share,
        seed: seed * 7 + own,
        coarse,
      });
    const depth = height - horizon;
    return [
      this.sky(sun, seed),
      trees > 0 ? treeLine(-0.3, 1, 0.72, 1, 1.6) + treeLine(0.05, 0.85, 0.45, 2, 1.1) : "",
      this.ground(
        new Path()
          .move(0, horizon + 14)
          .cubic(width * 0.3, horizon - 10, width * 0.6, horizon + 16, width, horizon),
        weather.lawn.lit,
      ),
      this.ground(
        new Path()
          .move(0, horizon + depth * 0.42)
          .quadratic(width * 0.45, horizon + depth * 0.24, width, horizon + depth * 0.46),
        weather.lawn.body,
      ),
    ].join("");
  }

  ground(line: Path, color: string): Markup {
    return filled(line.line([this.width, this.height], [0, this.height]).close(), color);
  }

  /** Draws the sky: uneven rings around the sun, which is at the upper left and may be outside the drawing. */
  sky([x, y, r]: Sun, seed: number): Markup {
    const { width, height, weather } = this;
    const rng = random(seed);
    const reach = Math.hypot(width - x, height - y);
    const bands = weather.sky.slice(1).map((color, i) => {
      const share = 1 - (i + 0.25) / weather.sky.length;
      const radius = r * 1.7 + reach * 0.72 * share ** 1.5;
      const phase = rng.between(0, 6.28);
      const edge = ring(14, (angle) => {
        const uneven = 1 + 0.035 * Math.sin(angle * 3 + phase) + rng.between(-0.02, 0.02);
        return polar(x, y, angle, radius * uneven);
      });
      return filled(new Path().curve(edge, true), color);
    });
    return (
      rectangle(0, 0, width, height, weather.sky[0]) + bands.join("") + disc(x, y, r, weather.sun)
    );
  }

  /** Draws a long, flat cloud with a level underside. */
  cloud(x: number, y: number, width: number, seed: number): Markup {
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
    return filled(path.close(), this.weather.cloud);
  }

  /** Draws a distant line of trees as one outline. It stands at `base`. The domes are about `height` high. */
  treeLine(
    base: number,
    height: number,
    { pines = 0.15, spires = 0.1, coarse = 1, bottom, share, seed }: TreeLine,
  ): Markup {
    const rng = random(seed);
    const crowns: Field[] = [(_, y) => y - base + height * 0.25];
    const needles: Field[] = [];
    const path = new Path();
    const [left, right] = [-20, this.width + 20];
    const box = { left, right, top: base - height * 2.2, bottom: bottom + 20 };
    for (let x = -height; x < this.width + height; x += height * rng.between(0.35, 0.8)) {
      const h = height * rng.between(0.6, 1.1);
      if (rng.chance(pines)) {
        const top = base - h * rng.between(1.35, 1.75);
        needles.push(
          ball(x, top, h * 0.2, h * 0.24),
          ball(x - h * 0.14, top + h * 0.24, h * 0.26, h * 0.13),
          ball(x + h * 0.15, top + h * 0.34, h * 0.26, h * 0.12),
        );
        const [foot, tip] = [h * 0.028, h * 0.0168];
        path.polygon([x - foot, base], [x + foot, base], [x + tip, top], [x - tip, top]);
      } else if (rng.chance(spires)) crowns.push(ball(x, base - h * 0.7, h * 0.26, h * 0.85));
      else
        crowns.push(
          ball(x, base - h * 0.42, h * 0.52, h * 0.5),
          ball(x - h * 0.3, base - h * 0.3, h * 0.38, h * 0.34),
        );
    }
    const frame: Field = (px, py) => Math.min(px - left, right - px, bottom - py);
    const outline = (field: Field, from: number, to: number, tip?: Edge["tip"]) => {
      const edge = { from: height * from, to: height * to, bulge: 0.3, lean: 0.4, tip };
      scalloped(intersection(frame, field), box, edge, rng, Math.max(3, height / 28), path);
    };
    outline(rippled(union(...crowns), height * 0.04, rng), 0.15 * coarse, 0.46 * coarse);
    outline(union(...needles), 0.06, 0.14, "needle");
    return filled(path, mixed(this.weather.leaves.lit, this.weather.haze, share));
  }

  /** Draws a tree in its place, with its shadow. Tree and shadow share the stored outlines. */
  plant(tree: Tree, x: number, y: number, scale: number, { leaves, wood }: Growth = this.weather) {
    const outline = (d: string, fill: string) => {
      this.shadows.cast(filled(d), x, y, scale);
      return this.use(this.shape(filled(d)), { fill });
    };
    return placed(
      x,
      y,
      scale,
      outline(tree.bark, wood.shade),
      timber({ ...tree, bark: "" }, wood),
      tree.planes
        ? outline(tree.planes.shade, leaves.shade) + foliage({ ...tree.planes, shade: "" }, leaves)
        : "",
    );
  }

  /** Draws a thing in its place, and the shadow of its outline. */
  shaded(x: number, y: number, scale: number, thing: Markup, outline: Markup): Markup {
    this.shadows.cast(outline, x, y, scale);
    return placed(x, y, scale, thing);
  }

  /** Draws a person who stands on the ground, with a shadow. The person is 72 units tall at scale 1. */
  person(...[pose, x, y, scale, options]: Parameters<typeof figure>): Markup {
    this.shadows.person(x, y, scale);
    this.people.push([x, 40 * scale]);
    return figure(pose, x, y, scale, options);
  }

  /** Draws a load that hangs on a rope or a crane: its middle, and its width. */
  load(x: number, width: number, thing: Markup): Markup {
    this.loads.push([x, width]);
    return thing;
  }

  /** Draws one thing in several places, and stores it once. */
  repeat(thing: Markup, ...places: Place[]): Markup {
    const id = this.shape(thing);
    return places.map((place) => this.use(id, { transform: placement(...place) })).join("");
  }

  /** Draws stars at points (`x,y` for each). Every third one is brighter. */
  stars(at: string): Markup {
    return points(at)
      .map(([x, y], i) => disc(x, y, i % 3 === 0 ? 2.7 : 1.8, "#a9bfae"))
      .join("");
  }

  grass(
    from: Point,
    to: Point,
    size: number,
    count: number,
    width = 3,
    color = this.weather.lawn.shade,
  ): Markup {
    const { rng } = this;
    const path = new Path();
    for (let n = 0; n < count; n++) {
      const [x, y] = between(from, to, rng.between(0, 1));
      for (const lean of [-0.5, 0.05, 0.55])
        if (rng.chance(0.8))
          path
            .move(x + lean * size * 0.3, y)
            .line([x + lean * size * rng.between(0.6, 1), y - size * rng.between(0.6, 1.1)]);
    }
    return stroked(path, color, width);
  }

  /** Draws tufts that are scattered over a piece of ground, smaller toward the horizon. */
  meadow(
    box: Box,
    spacing: number,
    { rng = this.rng, color = this.weather.lawn.shade, width = 3 } = {},
  ): Markup {
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
    return stroked(path, color, width);
  }

  /** Draws spots of sun below a crown: leaf-shaped and flat on the ground. */
  dapples(box: Box, count: number, size: number, look: { color?: string; opacity?: number } = {}) {
    const { rng, weather } = this;
    const { color = mixed(weather.lawn.body, weather.lawn.lit, 0.6), opacity } = look;
    const path = new Path();
    for (let i = 0; i < count; i++) {
      const x = rng.between(box.left, box.right);
      const y = rng.between(box.top, box.bottom);
      const inside =
        ((2 * x - box.left - box.right) / (box.right - box.left)) ** 2 +
        ((2 * y - box.top - box.bottom) / (box.bottom - box.top)) ** 2;
      if (inside < 1)
        almond(path, x, y, size * rng.between(0.5, 1.6), rng.between(-0.12, 0.2), 0.16);
    }
    return filled(path, color, { "fill-opacity": opacity });
  }

  /** Scatters chips of a length, half as wide, over an ellipse. `share` of the places have a chip. */
  chips(
    x: number,
    y: number,
    rx: number,
    ry: number,
    length: number,
    share: number,
    color: string,
  ) {
    const box = { left: x - rx, right: x + rx, top: y - ry, bottom: y + ry };
    const chip = { length, width: length / 2 };
    const strewn = leaves(ball(x, y, rx, ry), box, chip, share, this.rng);
    return stroked(strewn, color, Math.max(2, length * 0.36));
  }

  litter(
    { left, right, top, bottom }: Box,
    count: number,
    size: number,
    color = this.weather.leaves.lit,
    rng = this.rng,
  ): Markup {
    const path = new Path();
    for (let i = 0; i < count; i++) {
      const [x, y] = [rng.between(left, right), rng.between(top, bottom)];
      almond(path, x, y, size * rng.between(0.6, 1.2), rng.between(0, 3), 0.3);
    }
    return filled(path, color);
  }

  /** Draws a lamp's beam, which widens to two points, weakens in three steps, and has a round end. */
  beam(lamp: Point, far: Point, farther: Point, opacity: number): Markup {
    const light = [1, 0.74, 0.5].map((share) => {
      const end = between(lamp, between(far, farther, 0.5), share * 1.16);
      const [from, to] = [between(lamp, far, share), between(lamp, farther, share)];
      return filled(
        new Path()
          .move(...lamp)
          .line(from)
          .quadratic(...end, ...to)
          .close(),
      );
    });
    return group({ fill: this.weather.lamp, "fill-opacity": opacity / 2 }, ...light);
  }
}

/** The layer of a drawing's cast shadows, which do not add up where they cross. */
export class Shadows {
  #content: Markup[] = [];
  readonly #scene: Scene;
  readonly #run: number;
  readonly #fall: number;

  constructor(scene: Scene, run: number, fall: number) {
    this.#scene = scene;
    this.#run = run;
    this.#fall = fall;
  }

  /** Casts the shadow of an outline whose foot is its origin, from there to the lower right. */
  cast(outline: Markup, x: number, y: number, scale = 1): void {
    const matrix = [scale, 0, -this.#run * scale, -this.#fall * scale, x, y]
      .map((n) => number(n, 3))
      .join(" ");
    const id = this.#scene.shape(outline);
    this.#content.push(this.#scene.use(id, { transform: `matrix(${matrix})` }));
  }

  /** Adds a shadow on the ground in its final form. */
  lay(outline: Path): void {
    this.#content.push(filled(outline));
  }

  plane(...corners: Parameters<Path["polygon"]>): void {
    this.lay(new Path().polygon(...corners));
  }

  /** Casts the shadow of a person who stands at a point, `scale` times 72 units tall. */
  person(x: number, y: number, scale: number): void {
    const spine = new Path()
      .move(x + 3.2 * scale, y + 1)
      .line([x + this.#run * 66 * scale, y + this.#fall * 66 * scale]);
    this.#content.push(stroked(spine, this.#scene.weather.shadow, 12 * scale));
  }

  /** Adds a soft shadow under something small: a flat ellipse. */
  under(x: number, y: number, rx: number, ry: number): void {
    this.#content.push(ellipse(x, y, rx, ry));
  }

  toString(): string {
    const { shadow: fill, shadowStrength: opacity } = this.#scene.weather;
    return group({ fill, opacity }, ...this.#content);
  }
}
