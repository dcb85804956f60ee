import { places } from "../../geometry.ts";
import { mixed, type Weather } from "../../palette.ts";
import { courses } from "../../props/masonry.ts";
import { filled, type Markup, Path, stroked } from "../../svg.ts";

/** Draws the home city's towers, here Atlanta's from Midtown to Downtown: 2,000 wide, down to 480. */
export function towers(weather: Weather): Markup {
  const far = mixed("#6f9a8a", weather.haze, 0.55);
  const farShade = mixed("#55806f", weather.haze, 0.45);
  const near = mixed("#4d7f70", weather.haze, 0.28);
  const nearShade = mixed("#345f54", weather.haze, 0.2);
  const glow = mixed(near, "#ffffff", 0.36);

  const slab = (x: number, top: number, width: number, lit = near, shade = nearShade): Markup =>
    filled(`M${x} ${top}h${width}V480h-${width}z`, shade) +
    filled(`M${x} ${top}h${Math.round(width * 0.62)}V480h-${Math.round(width * 0.62)}z`, lit);
  const lesser = (slabs: string): Markup =>
    places(slabs)
      .map(([x, top, width]) => slab(x, top, width, far, farShade))
      .join("");
  const lines = (path: Path, width: number) =>
    stroked(path, glow, width, { "stroke-linecap": "butt" });
  const bands = (x: number, top: number, width: number, step: number): Markup =>
    lines(courses(x, x + width, top, 470, step), 2.5);
  const ribs = (x: number, top: number, width: number, step: number): Markup => {
    const path = new Path();
    for (let at = x; at < x + width; at += step) path.move(at, top).line([at, 472]);
    return lines(path, 2);
  };

  return [
    // The lower buildings behind.
    lesser(`
      540,330:52 610,300:44 760,340:60 905,320:46 1015,345:56 1190,300:40 1335,322:60 1480,290:42
      1555,340:70 450,370:60 1660,360:56
    `),
    // The tower with fins like a comb.
    slab(572, 232, 58),
    filled("M572 232l10-30h6v30zM600 232v-40h8v40zM616 232v-34h6l8 34z", nearShade),
    bands(572, 252, 36, 12),
    // The hotel block with twin spires.
    slab(680, 262, 70),
    filled("M680 262l35-30 35 30z", glow),
    filled("M715 262v-30l35 30z", nearShade),
    bands(684, 276, 36, 14),
    // The pyramid of open gold steelwork, with its needle.
    slab(848, 176, 66),
    filled("M848 176l33-74 33 74z", mixed("#d8b36a", weather.haze, 0.25)),
    filled("M881 102l33 74h-33z", mixed("#a9834a", weather.haze, 0.2)),
    stroked("M881 104V46", mixed("#a9834a", weather.haze, 0.1), 4),
    stroked("M860 150h42M869 130h24M856 162h50", nearShade, 2.5),
    ribs(854, 190, 40, 8),
    // The stepped slab.
    filled("M972 232h26v-22h30v-20h34V480h-90z", near),
    filled("M1036 190h26V480h-26z", nearShade),
    bands(976, 246, 56, 13),
    // The wide tower with a crown of setbacks.
    slab(1096, 204, 82),
    filled("M1104 204v-16h12v-14h16v-14h12v14h14v14h12v16z", near),
    filled("M1140 160h8v14h14v14h12v16h-34z", nearShade),
    ribs(1102, 214, 46, 9),
    // The twin tops with colonnades.
    slab(1236, 214, 74),
    filled(
      "M1236 214v-10h30v10zM1280 214v-10h30v10zM1242 204v-24h18v24zM1286 204v-24h18v24z",
      near,
    ),
    filled("M1238 180l13-16 13 16zM1282 180l13-16 13 16z", glow),
    bands(1240, 228, 42, 12),
    // The round hotel: a cylinder of dark glass with an outside elevator.
    filled("M1392 152q34-14 68 0V480h-68z", nearShade),
    filled("M1392 152q14-9 30-10V480h-30z", near),
    filled("M1386 150q40-16 80 0v14q-40-14-80 0z", near),
    stroked("M1400 190v280M1410 186v284", glow, 3),
    stroked("M1426 138V108", nearShade, 3),
    filled("M1458 176h9V480h-9z", near),
    // The broad terraced block.
    filled("M1516 250h20v-16h22v-16h44v16h18V480h-104z", near),
    filled("M1580 218h22v16h18V480h-40z", nearShade),
    bands(1520, 262, 56, 14),
    // The Ferris wheel.
    stroked(
      "M1742 396a52 52 0 1 0 104 0a52 52 0 1 0-104 0M1794 396l-34 84M1794 396l34 84M1742 396h104M1794 344v104M1757 359l74 74M1831 359l-74 74",
      near,
      4,
    ),
    lesser("1890,330:60 330,340:56 404,318:40"),
  ].join("");
}
