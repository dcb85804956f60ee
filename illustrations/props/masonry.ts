import { mixed, token, type Weather } from "../palette.ts";
import { filled, type Markup, Path, rectangle } from "../svg.ts";

/** Returns the materials of houses at a time of day. `lit` turns on the lamps behind the windows. */
export function fabric(weather: Weather, lit = false) {
  const { wall, glass, lamp } = weather;
  const trim = mixed(wall.lit, "#ffffff", 0.5);
  const brick = mixed(mixed("#8f5a42", weather.haze, 0.12), weather.shadow, weather.dim);
  const pane = lit ? lamp : glass;
  const gleam = mixed(pane, "#ffffff", lit ? 0.5 : 0.35);
  /** Draws a sash window. `shaded` is for windows under a roof or on the side away from the sun. */
  const window = (x: number, y: number, w: number, h: number, shaded = false): Markup => {
    const frame = shaded ? mixed(trim, weather.shadow, 0.22) : trim;
    return (
      rectangle(x - 5, y - 5, w + 10, h + 10, frame) +
      rectangle(x, y, w, h, pane) +
      filled(new Path().polygon([x, y], [x + w * 0.6, y], [x, y + h * 0.7]), gleam, {
        "fill-opacity": 0.55,
      }) +
      rectangle(x + w / 2 - 1.5, y, 3, h, frame) +
      rectangle(x, y + h * 0.4, w, 3, frame)
    );
  };
  return {
    trim,
    brick,
    brickShade: mixed(brick, token("bark-800"), 0.42),
    line: mixed(wall.lit, token("bark-500"), 0.28),
    pane,
    deep: mixed(wall.shade, weather.shadow, 0.5),
    window,
  };
}

/** Draws horizontal lines over a wall: clapboards, courses of brick, or shingles. */
export function courses(
  left: number,
  right: number,
  top: number,
  bottom: number,
  step: number,
): Path {
  const path = new Path();
  for (let y = top; y < bottom; y += step) path.move(left, y).line([right, y]);
  return path;
}
