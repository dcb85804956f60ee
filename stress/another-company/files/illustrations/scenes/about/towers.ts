import { mixed, type Weather } from "../../palette.ts";
import { filled, type Markup, Path, stroked } from "../../svg.ts";

/** Towers of Portland: one cluster around a crown of glass, and low blocks to both sides. */
export function towers(weather: Weather): Markup {
  const far = mixed("#7f95a8", weather.haze, 0.5);
  const near = mixed("#5c7791", weather.haze, 0.25);
  const shade = mixed("#3f5873", weather.haze, 0.2);
  const slab = (x: number, top: number, width: number, color = near): Markup =>
    filled(`M${x} ${top}h${width}V480h-${width}z`, color) +
    filled(`M${x + width * 0.6} ${top}h${width * 0.4}V480h-${width * 0.4}z`, shade);
  const floors = (x: number, top: number, width: number): Markup => {
    const path = new Path();
    for (let y = top; y < 470; y += 14) path.move(x, y).line([x + width, y]);
    return stroked(path, mixed(near, "#ffffff", 0.35), 2.5);
  };
  return [
    ...[420, 500, 590, 690, 1330, 1430, 1520, 1640].map((x, i) =>
      slab(x, 350 - (i % 3) * 26, 64, far),
    ),
    slab(770, 250, 84),
    floors(774, 266, 44),
    // The crown: setbacks, and fins above the roof.
    slab(890, 150, 110),
    filled("M898 150v-30h14v-22h14v-20h14v-18h10v18h14v20h14v22h14v30z", near),
    filled("M945 60h5v18h14v20h14v22h14v30h-47z", shade),
    floors(894, 170, 60),
    // A tower with a handle over its roof.
    slab(1040, 180, 92),
    stroked("M1044 180q42-56 84 0", shade, 6),
    floors(1044, 200, 48),
    // A slope of glass.
    filled("M1170 480V230l90 44V480z", near),
    filled("M1226 257l34 17V480h-34z", shade),
    floors(1174, 290, 48),
  ].join("");
}
