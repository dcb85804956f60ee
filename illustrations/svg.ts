import { direction, moved, type Point, points } from "./geometry.ts";

/** A piece of SVG markup. */
export type Markup = string;

type Attributes = Record<string, string | number | undefined>;

/** Formats a number in as few characters as possible. */
export function number(value: number, decimals = 2): string {
  const text = value.toFixed(decimals).replace(/\.?0+$/, "");
  return (text === "-0" ? "0" : text).replace(/^(-?)0\./, "$1.");
}

/** Formats an element. Attributes that are undefined are left out. */
export function element(name: string, attributes: Attributes, ...children: Markup[]): Markup {
  let written = "";
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined)
      written += ` ${key}="${typeof value === "number" ? number(value) : color(value)}"`;
  const content = children.join("");
  return content ? `<${name}${written}>${content}</${name}>` : `<${name}${written}/>`;
}

const color = (value: string) => value.replace(/^#(.)\1(.)\2(.)\3$/, "#$1$2$3");

/** Groups several pieces. */
export const group = (attributes: Attributes, ...children: Markup[]): Markup =>
  element("g", attributes, ...children);

/** Draws a filled outline. Without a fill, it has the fill of the group around it. */
export const filled = (outline: Path | string, fill?: string, others?: Attributes): Markup =>
  element("path", { fill, ...others, d: String(outline) });

/** Draws a line with round ends. */
export const stroked = (
  line: Path | string,
  stroke: string | undefined,
  width: number,
  others?: Attributes,
): Markup =>
  element("path", {
    fill: "none",
    stroke,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...others,
    d: String(line),
  });

/** Draws a dashed line. The default lengths of dashes and gaps are those for a thing that was removed. */
export const dashed = (
  line: Path | string,
  stroke: string,
  width = 3,
  dashes = `${width * 3.4} ${width * 3}`,
): Markup => stroked(line, stroke, width, { "stroke-dasharray": dashes });

/** Draws a rectangle from its upper left corner and its size. */
export const rectangle = (x: number, y: number, w: number, h: number, fill?: string): Markup =>
  filled(`M${number(x)} ${number(y)}h${number(w)}v${number(h)}h${number(-w)}z`, fill);

/** Draws a circle around a point. */
export const disc = (
  cx: number,
  cy: number,
  r: number,
  fill?: string,
  others?: Attributes,
): Markup => element("circle", { fill, cx, cy, r, ...others });

/** Moves markup, and scales it around its new origin. */
export const placed = (x: number, y: number, scale: number, ...children: Markup[]): Markup =>
  group({ transform: placement(x, y, scale) }, ...children);

/** Moves markup, and turns it clockwise, in degrees. */
export const turned = (x: number, y: number, degrees: number, ...children: Markup[]): Markup =>
  group({ transform: `${placement(x, y)}rotate(${number(degrees)})` }, ...children);

/** Mirrors markup left to right, for small things that show no light. */
export const mirrored = (...children: Markup[]): Markup =>
  group({ transform: "scale(-1 1)" }, ...children);

/** Draws an axis-aligned ellipse around a point. */
export const ellipse = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill?: string,
  others?: Attributes,
): Markup =>
  element("ellipse", { cx: cx || undefined, cy: cy || undefined, rx, ry, fill, ...others });

/** Returns the transform that moves to a point and scales there. */
export const placement = (x: number, y: number, scale = 1): string =>
  `translate(${number(x)} ${number(y)})${scale === 1 ? "" : `scale(${number(scale, 3)})`}`;

/** An SVG path of relative commands on a grid of whole units, or `decimals`. Rounding errors do not add up. */
export class Path {
  #text = "";
  #command = "";
  #x = 0;
  #y = 0;
  #start: Point = [0, 0];
  readonly #grid: number;

  constructor(decimals = 0) {
    this.#grid = 10 ** decimals;
  }

  move(x: number, y: number): this {
    this.#write("m", [x, y]);
    this.#start = [this.#x, this.#y];
    // Pairs of coordinates after a move are lines.
    this.#command = "l";
    return this;
  }

  line(...points: Point[]): this {
    for (const [x, y] of points) this.#write("l", [x, y]);
    return this;
  }

  quadratic(cx: number, cy: number, x: number, y: number): this {
    return this.#write("q", [cx, cy, x, y]);
  }

  cubic(ax: number, ay: number, bx: number, by: number, x: number, y: number): this {
    return this.#write("c", [ax, ay, bx, by, x, y]);
  }

  close(): this {
    this.#text += "z";
    this.#command = "z";
    [this.#x, this.#y] = this.#start;
    return this;
  }

  polygon(first: Point, ...rest: Point[]): this {
    return this.move(...first)
      .line(...rest)
      .close();
  }

  /** Draws absolute commands (M, L, Q, C, Z; points as `x,y`). `placed` maps each point. */
  trace(commands: string, placed: (point: Point) => Point): this {
    for (const [, command = "", text = ""] of commands.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
      const to = command === "Z" ? [] : points(text).map(placed);
      if (command === "Z") this.close();
      else if (command === "M") for (const point of to) this.move(...point);
      else if (command === "L") this.line(...to);
      else this.#write(command.toLowerCase(), to.flat());
    }
    return this;
  }

  /** Draws a closed or open curve through all points (Catmull-Rom). */
  curve(points: readonly Point[], closed = false, tension = 1): this {
    const first = points[0];
    if (!first) return this;
    this.move(...first);
    this.through(points, closed, tension);
    return closed ? this.close() : this;
  }

  /** Draws a curve through the points. The pen must be at the first one. */
  through(points: readonly Point[], closed = false, tension = 1): this {
    const last = points.length - 1;
    const at = (i: number): Point =>
      points.at(closed ? i % points.length : Math.min(last, Math.max(0, i))) ?? [0, 0];
    for (let i = 0; i < (closed ? points.length : last); i++) {
      const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
      const slope = (a: Point, b: Point): Point => [b[0] - a[0], b[1] - a[1]];
      const leaving = moved(from, slope(before, to), tension / 6, 0);
      const arriving = moved(to, slope(from, after), -tension / 6, 0);
      this.cubic(...leaving, ...arriving, ...to);
    }
    return this;
  }

  toString(): string {
    return this.#text;
  }

  #write(command: string, coordinates: number[]): this {
    const fromX = this.#x;
    const fromY = this.#y;
    let text = command === this.#command ? "" : command;
    coordinates.forEach((value, i) => {
      const snapped = Math.round(value * this.#grid);
      const step = number((snapped - (i % 2 === 0 ? fromX : fromY)) / this.#grid);
      const joined = i === 0 && text !== "" ? "" : " ";
      text += step.startsWith("-") ? step : joined + step;
      if (i % 2 === 0) this.#x = snapped;
      else this.#y = snapped;
    });
    this.#text += text;
    this.#command = command;
    return this;
  }
}

/** Returns the outline of a limb: a line with a width at each point. The ends are flat, like cuts. */
export function ribbon(line: readonly Point[], widths: readonly number[], path = new Path()): Path {
  const side = (sign: number) =>
    line.map((point, i) => moved(point, direction(line, i), 0, ((widths[i] ?? 0) / 2) * sign));
  const back = side(-1).reverse();
  path.curve(side(1)).line(...back.slice(0, 1));
  return path.through(back).close();
}

/** A drawing under construction: its elements, and its repeated shapes. */
export class Drawing {
  readonly width: number;
  readonly height: number;
  #shapes = new Map<Markup, string>();
  #content: { toString(): Markup }[] = [];

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  /** Adds content. A layer that is still being filled, such as the shadows, is read at the end. */
  add(...content: { toString(): Markup }[]): this {
    this.#content.push(...content);
    return this;
  }

  /** Stores a shape for repeated use, and returns its reference. Equal shapes are stored once. */
  shape(markup: Markup): string {
    const count = this.#shapes.size;
    const id = `${String.fromCharCode(97 + (count % 26))}${Math.floor(count / 26) || ""}`;
    if (!this.#shapes.has(markup)) this.#shapes.set(markup, id);
    return `#${this.#shapes.get(markup)}`;
  }

  use(id: string, attributes: Attributes = {}): Markup {
    return element("use", { href: id, ...attributes });
  }

  toString(): string {
    // A path has the id itself.
    const shapes = [...this.#shapes].map(([markup, id]) =>
      /^<path [^>]*\/>$/.test(markup)
        ? markup.replace("<path", `<path id="${id}"`)
        : `<g id="${id}">${markup}</g>`,
    );
    const { width, height } = this;
    return element(
      "svg",
      { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` },
      shapes.length > 0 ? `<defs>${shapes.join("")}</defs>` : "",
      ...this.#content.map(String),
    );
  }
}
