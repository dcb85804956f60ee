import { between, type Point } from "../geometry.ts";
import { mixed, token, type Weather } from "../palette.ts";
import { dashed, filled, type Markup, Path, rectangle, stroked } from "../svg.ts";
import { courses, fabric } from "./masonry.ts";

// The other houses of the region, seen from the street. The origin of each is on the ground below its middle.

/** Draws a plane of shingles between its corners, from the ridge to the edge. */
export const shingled = (weather: Weather, ...corners: [Point, Point, Point, Point]): Markup => {
  const [a, b, c, d] = corners;
  const rows = new Path();
  for (let i = 1; i < 6; i++) {
    const [left, y] = between(a, d, i / 6);
    const [right] = between(b, c, i / 6);
    for (let x = left + 10 + ((i * 37) % 46); x < right - 34; x += 92)
      rows.move(x, y).line([x + 22 + ((i * 13) % 20), y]);
  }
  return (
    filled(new Path().polygon(...corners), weather.roof.body) +
    stroked(rows, weather.roof.lit, 3) +
    stroked(new Path().move(...a).line(b), weather.roof.lit, 6) +
    rectangle(...d, c[0] - d[0], 8, mixed(fabric(weather).trim, weather.shadow, 0.25))
  );
};

/** Draws a front door in its frame, with its foot at (x, y). */
export function frontDoor(weather: Weather, x: number, y: number, paint: string): Markup {
  const { trim, pane } = fabric(weather);
  const color = mixed(paint, weather.shadow, weather.dim * 0.6);
  return (
    rectangle(x - 23, y - 88, 46, 88, mixed(trim, weather.shadow, 0.15)) +
    rectangle(x - 18, y - 83, 36, 83, color) +
    rectangle(x + 4, y - 83, 14, 83, mixed(color, weather.shadow, 0.25)) +
    rectangle(x - 11, y - 76, 22, 16, pane)
  );
}

/** Draws a brick ranch, 15 m long: one floor, a low hipped roof, a picture window, and a carport. */
export function ranch(
  weather: Weather,
  { lit = false, door = "#b5523b", paint = "" } = {},
): Markup {
  const { trim, deep, pane, window, ...walls } = fabric(weather, lit);
  const brick = paint || walls.brick;
  const brickShade = paint ? mixed(paint, weather.shadow, 0.3) : walls.brickShade;
  const mortar = mixed(brick, weather.haze, 0.28);
  const shutter = mixed(token("canopy-900"), weather.haze, 0.12);
  const shuttered = (x: number, w: number) =>
    window(x, -84, w, 46) +
    rectangle(x - 20, -89, 13, 56, shutter) +
    rectangle(x + w + 7, -89, 13, 56, shutter);
  return [
    // The carport: a dark room behind two posts.
    rectangle(170, -104, 130, 104, deep),
    rectangle(170, -6, 140, 6, weather.paving),
    stroked("M212-100v96M294-104v104", mixed(trim, weather.shadow, 0.2), 7),
    rectangle(-290, -108, 470, 108, brick),
    dashed(courses(-288, 178, -94, 0, 12), mortar, 1.5, "22 5"),
    rectangle(164, -108, 16, 108, brickShade),
    filled("M-300-108H180v24L-300-92z", mixed(brick, weather.shadow, 0.5)),
    shuttered(-250, 54),
    rectangle(-138, -88, 116, 58, trim),
    rectangle(-132, -82, 104, 46, pane),
    stroked("M-104-82v46M-56-82v46", trim, 4),
    filled("M-132-82h40l-40 34z", mixed(pane, "#ffffff", 0.4), { "fill-opacity": 0.5 }),
    frontDoor(weather, 26, 0, door),
    filled("M-14 4h80v-8h-80z", weather.paving),
    shuttered(88, 46),
    shingled(weather, [-214, -178], [222, -178], [318, -104], [-318, -104]),
    filled("M-214-178l-104 74h26l92-70z", weather.roof.lit),
    rectangle(56, -206, 36, 42, brick),
    rectangle(76, -206, 16, 42, brickShade),
    rectangle(52, -212, 44, 8, trim),
  ].join("");
}

/** The outline of the ranch, for its shadow. */
export const ranchOutline: Markup = filled("M-290 0v-104h-28l104-74h436l96 74h-18V0z");

/** Draws a split-level, 12 m long: two floors over a garage on the left, one floor halfway up on the right. */
export function splitLevel(weather: Weather, { lit = false } = {}): Markup {
  const { trim, brick, line, deep, window } = fabric(weather, lit);
  const siding = mixed(weather.wall.lit, "#8fa9a0", 0.55);
  const board = mixed(siding, weather.shadow, 0.16);
  const mortar = mixed(brick, weather.haze, 0.28);
  return [
    // The floor that is halfway up, on its brick foundation.
    rectangle(-16, -138, 262, 138, siding),
    stroked(courses(-14, 244, -126, -44, 12), board, 1.5),
    rectangle(-16, -44, 262, 44, brick),
    dashed(courses(-14, 244, -34, 0, 11), mortar, 1.5, "20 5"),
    filled("M-16-138h262v18H-16z", mixed(siding, weather.shadow, 0.45)),
    window(64, -110, 44, 50),
    window(160, -110, 58, 50),
    frontDoor(weather, 20, -30, "#d9a441"),
    filled("M-12 2v-12h10v-10h10v-10h42v32z", weather.paving),
    stroked("M-2-30v-22h50M48-30v-22", mixed(line, weather.shadow, 0.3), 3),
    rectangle(186, -234, 34, 60, brick),
    rectangle(203, -234, 17, 60, mixed(brick, weather.shadow, 0.3)),
    rectangle(182, -240, 42, 8, trim),
    shingled(weather, [-30, -202], [222, -202], [262, -132], [-30, -132]),
    // The two floors under a gable, in the light.
    rectangle(-226, -176, 214, 176, siding),
    filled("M-226-176L-119-250-12-176z", siding),
    stroked(courses(-224, -14, -166, -92, 12), board, 1.5),
    rectangle(-226, -88, 214, 88, brick),
    dashed(courses(-224, -14, -76, 0, 12), mortar, 1.5, "20 5"),
    rectangle(-202, -74, 118, 74, trim),
    stroked("M-196-56h106M-196-38h106M-196-20h106", mixed(trim, weather.shadow, 0.2), 2.5),
    window(-62, -66, 34, 44),
    window(-198, -156, 46, 46),
    window(-96, -156, 46, 46),
    filled("M-132-206h26v20h-26z", deep),
    rectangle(-226, -92, 214, 6, trim),
    filled("M-119-262L-246-172v10l127-88 127 88v-10z", trim),
    filled("M-119-266L-248-176l5 6 124-86z", weather.roof.lit),
    filled("M-119-266L10-176l-5 6-124-86z", weather.roof.body),
  ].join("");
}

/** The outline of the split-level, for its shadow. */
export const splitLevelOutline: Markup = filled("M-226 0v-174l107-88 107 60H222l40 70h-16V0z");

/** Draws a row of four townhouses, each 5 m wide: three floors of brick or siding, stoops, flat cornices. */
export function townhouses(weather: Weather): Markup {
  const { trim, brick, window } = fabric(weather);
  const fronts = [
    brick,
    mixed(weather.wall.lit, "#8c8f86", 0.35),
    mixed(brick, token("bark-800"), 0.35),
  ];
  const doors = [token("canopy-700"), "#b5523b", "#33424f"];
  return [0, 1, 2, 3]
    .map((i) => {
      const x = (i - 2) * 136;
      const top = -296 - (i % 2) * 18;
      const front = fronts[i % 3] ?? brick;
      return [
        rectangle(x, top, 136, -top, front),
        rectangle(x + 124, top, 12, -top, mixed(front, weather.shadow, 0.3)),
        stroked(courses(x + 4, x + 120, top + 26, -8, 13), mixed(front, weather.haze, 0.16), 1.5),
        ...[-278, -186].map((y) => window(x + 20, y, 34, 58) + window(x + 80, y, 34, 58)),
        window(x + 78, -84, 36, 56),
        frontDoor(weather, x + 36, -12, doors[i % 3] ?? trim),
        filled(`m${x + 8} 4 0-16 58 0 10 16z`, weather.paving),
        rectangle(x - 4, top - 10, 144, 14, trim),
        rectangle(x - 4, top + 4, 144, 5, mixed(front, weather.shadow, 0.4)),
      ].join("");
    })
    .join("");
}

/** Draws a brick house, 11 m long and 9 m high: five windows over four windows and a door, a hipped roof. */
export function colonial(weather: Weather): Markup {
  const { trim, brick, brickShade, window } = fabric(weather);
  const shutter = mixed(token("canopy-900"), weather.haze, 0.12);
  const sash = (x: number, y: number) =>
    window(x - 17, y, 34, 52) +
    rectangle(x - 35, y - 5, 11, 62, shutter) +
    rectangle(x + 24, y - 5, 11, 62, shutter);
  return [
    rectangle(150, -372, 40, 100, brick),
    rectangle(172, -372, 18, 100, brickShade),
    rectangle(145, -378, 50, 9, trim),
    rectangle(-220, -230, 440, 230, brick),
    dashed(courses(-218, 214, -214, -10, 12), mixed(brick, weather.haze, 0.28), 1.5, "22 5"),
    rectangle(-220, -12, 440, 12, brickShade),
    rectangle(-220, -230, 440, 12, mixed(brick, weather.shadow, 0.5)),
    ...[-172, -86, 0, 86, 172].map((x) => sash(x, -196)),
    ...[-172, -86, 86, 172].map((x) => sash(x, -92)),
    frontDoor(weather, 0, -6, token("lime-400")),
    rectangle(-34, -104, 68, 12, trim),
    rectangle(-40, -7, 80, 7, weather.paving),
    shingled(weather, [-130, -354], [130, -354], [238, -226], [-238, -226]),
    filled("M-130-354L-238-226h34l100-112z", weather.roof.lit),
  ].join("");
}
