import { clumpsAt, crown } from "../foliage.ts";
import { mixed, token, type Weather } from "../palette.ts";
import { random } from "../random.ts";
import { filled, type Markup, Path, placed, rectangle, stroked } from "../svg.ts";
import { foliage } from "../trees/tree.ts";
import { stumpGrinder, wheel } from "./machines.ts";

/** Draws a heap of cut branches with leaves, about 4 m wide. */
export function brushPile(weather: Weather, seed: number): Markup {
  const { wood } = weather;
  const rng = random(seed * 17);
  const clumps = clumpsAt("-34,-20:34*0.6 32,-18:36*0.55 0,-38:36*0.6 -8,-14:30*0.5").map((c) => ({
    ...c,
    x: c.x + rng.between(-6, 6),
  }));
  const planes = crown(clumps, rng, {
    edge: { from: 7, to: 20, bulge: 0.4, lean: 0.8, tip: "leaf" },
    leaf: { length: 6, width: 4, density: 0.4 },
  });
  const sticks = new Path();
  for (let n = 0; n < 9; n++) {
    const x = rng.between(-60, 50);
    const y = rng.between(-40, -4);
    sticks.move(x, y).line([x + rng.between(-46, 46), y - rng.between(4, 34)]);
  }
  return (
    stroked(sticks, wood.shade, 5) +
    foliage(planes, weather.leaves) +
    stroked("M-58-12l34-16M20-8l44-14M-10-30l26-22", wood.lit, 4.5)
  );
}

/** Draws an azalea, 2.4 m wide and 1.4 m high. The origin is on the ground below its middle. */
export function bush(weather: Weather, seed = 1): Markup {
  const rng = random(seed * 31);
  const even = clumpsAt("0,-26:34*0.85 -26,-18:26*0.8 26,-18:26*0.8 -6,-14:22*0.8");
  const clumps = even.map(({ x, y, ...clump }) => ({
    ...clump,
    x: x + rng.between(-5, 5),
    y: y + rng.between(-4, 3),
  }));
  const planes = crown(clumps, rng, {
    edge: { from: 6, to: 16, lean: 0.3 },
    leaf: { length: 4, width: 3.4, density: 0.5 },
  });
  return foliage(planes, weather.leaves);
}

/** Draws a wheelbarrow full of chips, 1.4 m long, with its handles on the right. */
export function wheelbarrow(weather: Weather): Markup {
  return [
    filled("M-26-30q10-16 24-12t26 12z", weather.wood.cut),
    stroked("M-20-10l54-16M14-12l6 12", weather.wood.shade, 3.5),
    filled("M-32-32h62l-14 22h-36z", token("canopy-700")),
    filled("M-32-32h62l-3 5h-56z", token("canopy-500")),
    wheel(-22, 7),
  ].join("");
}

/** A mesh curtain, 1.6 m long, that catches a grinder's chips. It stands on the far side of the wheel. */
export const chipCurtain: Markup =
  filled("M-22-30h62v28h-62z", "#24312d", { "fill-opacity": 0.5 }) +
  stroked("M-12-30v28m12 0v-28m12 0v28m12 0v-28m10 0v28M-22-21h62m0 10h-62", "#24312d", 0.8) +
  stroked("M-24-31h66", "#66716f", 3);

/**
 * A stump grinder, 2.5 m long. The origin is on the ground below its wheel, which throws the chips at a rubber
 * shield. The lever of the operator, who stands beside it, is 1.4 m to the right and 1 m high.
 */
export const grinder: Markup =
  filled("M21-27h4l2 23h-8z", "#1b1d1c") +
  placed(45, 0, 1, stumpGrinder) +
  stroked("M57-34l1-5", "#66716f", 2.4) +
  stroked("M58-39v-2", token("orange-600"), 3.4);

/** Draws a board fence, `width` wide and 1.6 m high. The left side of each board is in light. */
export function fence(width: number, weather: Weather): Markup {
  const color = mixed(weather.wood.cut, weather.haze, 0.25);
  const boards = new Path();
  const shades = new Path();
  for (let x = 0; x < width; x += 18) {
    boards.polygon([x, 0], [x, -58], [x + 8, -64], [x + 16, -58], [x + 16, 0]);
    shades.polygon([x + 11, 0], [x + 11, -62], [x + 16, -58], [x + 16, 0]);
  }
  const dark = mixed(color, weather.wood.shade, 0.45);
  return (
    rectangle(0, -50, width, 6, dark) +
    rectangle(0, -18, width, 6, dark) +
    filled(boards, color) +
    filled(shades, dark)
  );
}

/** Draws a swing on two A-frames, 5 m wide and 4 m high. */
export const swingSet = ({ wood }: Weather): Markup =>
  stroked("M-97 0l34-170 34 170M63 0l34-170 34 170", wood.shade, 9) +
  stroked("M-99-2l34-168M61-2l34-168", wood.lit, 5) +
  stroked("M-71-170H105", wood.lit, 10) +
  stroked("M-13-166v122M47-166v122", "#66716f", 2.5) +
  rectangle(-21, -46, 76, 9, token("orange-600"));

/** Draws a mailbox on its post, 1.2 m high. */
export const mailbox = (weather: Weather): Markup =>
  rectangle(-3, -40, 6, 40, weather.wood.lit) +
  filled("M-15-38v-12q0-9 9-9h12q9 0 9 9v12z", token("canopy-700")) +
  filled("M-15-50q0-9 9-9h12q9 0 9 9z", token("canopy-500")) +
  stroked("M13-58v12h5", token("orange-500"), 3);

/** A boot, 30 units high (31 cm with its sole), toe to the right, detailed enough to be drawn large. */
export const boot: Markup = [
  filled("M-14 0v-5l2-25q8-3 16 0l2 16q4 3 12 4 8 2 8 8v2z", "#7a5234"),
  filled("M-14-4l2-26q3-1.500 7-1.700l-3 27.700z", "#9a6c47"),
  filled("M-12-30q8-3 16 0l.4 4q-8-2-17 0z", token("bark-800")),
  stroked("M-1-22l6-1M0-18l6-1M1-14l7-1M3-10.500l7-.5", token("paper-100"), 1.2),
  filled("M-15 0v-4h41q1 2 0 4z", "#241a12"),
  filled("M14-8q9 0 12 5h-9q-4-1-3-5z", token("bark-800")),
].join("");
