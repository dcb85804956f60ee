import { mixed, token, type Weather } from "../palette.ts";
import { filled, type Markup, Path, rectangle, stroked } from "../svg.ts";
import { frontDoor, shingled } from "./homes.ts";
import { courses, fabric } from "./masonry.ts";

/** Draws a Craftsman bungalow seen from its corner: gable in the light, porch side on the right in shade. */
export function house(weather: Weather, { door = token("lime-400") } = {}): Markup {
  const { wall, roof } = weather;
  const { trim, brick, brickShade, line, pane, deep, window } = fabric(weather);

  // The clapboards of the gable end at the slope.
  const gableBoards = new Path();
  for (let y = -150; y > -280; y -= 14) {
    const share = (y + 296) / (296 - 142);
    gableBoards.move(-120 - 124 * share + 6, y).line([-120 + 124 * share - 6, y]);
  }

  const mortar = mixed(brick, token("paper-50"), 0.35);
  const rail = mixed(trim, weather.shadow, 0.12);
  const porchColumn = (x: number) =>
    filled(`m${x - 6}-118 12 0 4 60-20 0z`, mixed(trim, weather.shadow, 0.1)) +
    filled(`m${x + 1}-118 5 0 4 60-8 0z`, mixed(trim, weather.shadow, 0.32)) +
    rectangle(x - 14, -60, 28, 60, brick) +
    rectangle(x + 2, -60, 12, 60, brickShade) +
    rectangle(x - 16, -64, 32, 6, trim);

  return [
    rectangle(92, -352, 44, 90, brick) +
      rectangle(116, -352, 20, 90, brickShade) +
      rectangle(87, -358, 54, 9, mixed(brick, token("bark-800"), 0.2)) +
      stroked("M94-338h18M100-326h14M94-314h18M100-302h14", mortar, 2),

    // The porch side: deep shade under the roof, then the floor, door, and windows.
    rectangle(-2, -142, 322, 142, wall.shade),
    rectangle(-2, -142, 322, 122, deep),
    stroked(courses(0, 318, -104, -28, 13), mixed(deep, weather.shadow, 0.25), 2),
    window(28, -100, 44, 60, true),
    frontDoor(weather, 141, -20, door),
    window(206, -100, 60, 60, true),
    rectangle(-2, -20, 330, 20, mixed(wall.shade, token("bark-500"), 0.25)),
    rectangle(-2, -24, 334, 6, rail),
    // The steps.
    filled("M106 0h70v-8h-6v-8h-58v8h-6z", mixed(wall.shade, "#ffffff", 0.2)),
    // The rail.
    stroked(
      "M180-46h124M192-44v20M206-44v20M220-44v20M234-44v20M248-44v20M262-44v20M276-44v20M290-44v20",
      rail,
      4,
    ),
    stroked("M8-46h92M20-44v20M34-44v20M48-44v20M62-44v20M76-44v20M90-44v20", rail, 4),
    ...[10, 100, 182, 312].map(porchColumn),
    // The gable.
    filled("M-244 0v-142L-120-296 4-142V0z", wall.lit),
    stroked(courses(-242, 2, -132, -26, 14), line, 2),
    stroked(gableBoards, line, 2),
    filled("M-120-296l-124 142v22l124-142 124 142v-22z", mixed(wall.lit, wall.shade, 0.75)),
    rectangle(-244, -142, 248, 8, trim),
    ...[-204, -142, -80].map((x) => window(x, -112, 44, 70)),
    rectangle(-214, -38, 188, 8, trim),
    filled("M-152-166v-44l32-34 32 34v44z", trim),
    filled("M-144-172v-36l24-26 24 26v36z", pane),
    stroked("M-120-232v60M-144-200h48", trim, 3),
    rectangle(-246, -22, 252, 22, brick),
    stroked(
      "M-240-15h36M-190-15h40M-136-15h44M-78-15h36M-30-15h30M-222-7h40M-166-7h36M-112-7h40M-58-7h44",
      brickShade,
      2,
    ),
    // The roof over the porch side, its edge, and the wide eaves of the gable.
    shingled(weather, [-120, -312], [196, -312], [346, -128], [30, -128]),
    filled("M-120-312l150 180v13l-16 1-134-161-134 161-16-1v-13z", roof.body),
    filled("M-120-312l-150 180v13l16-1 134-161z", trim),
    filled("M-120-316l-156 187 8 6 148-177z", roof.lit),
    filled("M-120-316h316l5 7h-316z", roof.lit),
    // The knee braces.
    stroked("M-238-136l18-26M-2-136l-18-26", mixed(line, token("bark-800"), 0.2), 5),
  ].join("");
}

/** The outline of the house, for its shadow. */
export const houseOutline: Markup = filled("M-246 0v-142L-120-312h316L330-142V0z");
