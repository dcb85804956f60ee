import { places, rows } from "../../geometry.ts";
import { mixed, type Weather } from "../../palette.ts";
import { courses } from "../../props/masonry.ts";
import { filled, type Markup, Path, rectangle, stroked } from "../../svg.ts";

/** Draws the home city's towers, here Atlanta's from Midtown to Downtown: 2,000 wide, down to 480. */
export function towers(weather: Weather): Markup {
  const far = mixed("#6f9a8a", weather.haze, 0.55);
  const farShade = mixed("#55806f", weather.haze, 0.45);
  const near = mixed("#4d7f70", weather.haze, 0.28);
  const nearShade = mixed("#345f54", weather.haze, 0.2);
  const glow = mixed(near, "#ffffff", 0.36);

  const slabs = (at: string, lit: string, shade: string): Markup =>
    places(at)
      .map(
        ([x, top, width]) =>
          rectangle(x, top, width, 480 - top, shade) +
          rectangle(x, top, Math.round(width * 0.62), 480 - top, lit),
      )
      .join("");
  const lines = (path: Path, width: number) =>
    stroked(path, glow, width, { "stroke-linecap": "butt" });
  const ribs = (at: string): Path => {
    const path = new Path();
    for (const [from, top, width] of places(at))
      for (let x = from; x < from + width; x += 8.5) path.move(x, top).line([x, 472]);
    return path;
  };

  // From the left: a tower with fins like a comb, a hotel with twin spires, a pyramid of gold steelwork, a stepped
  // slab, a crown of setbacks, twin tops with colonnades, a round hotel, a terraced block, and the Ferris wheel.
  return [
    slabs(
      `540,330:52 610,300:44 760,340:60 905,320:46 1015,345:56 1190,300:40 1335,322:60 1480,290:42
      1555,340:70 450,370:60 1660,360:56 1890,330:60 330,340:56 404,318:40`,
      far,
      farShade,
    ),
    slabs("572,232:58 680,262:70 848,176:66 1096,204:82 1236,214:74", near, nearShade),
    filled(
      `M972 232h26v-22h30v-20h34V480h-90zM1104 204v-16h12v-14h16v-14h12v14h14v14h12v16z
      M1236 214v-10h30v10zM1280 214v-10h30v10zM1242 204v-24h18v24zM1286 204v-24h18v24z
      M1392 152q14-9 30-10V480h-30zM1386 150q40-16 80 0v14q-40-14-80 0zM1458 176h9V480h-9z
      M1516 250h20v-16h22v-16h44v16h18V480h-104z`,
      near,
    ),
    filled("M680 262l35-30 35 30zM1238 180l13-16 13 16zM1282 180l13-16 13 16z", glow),
    filled(
      `M572 232l10-30h6v30zM600 232v-40h8v40zM616 232v-34h6l8 34zM715 262v-30l35 30zM1036 190h26V480h-26z
      M1140 160h8v14h14v14h12v16h-34zM1422 142q21 0 38 10V480h-38zM1580 218h22v16h18V480h-40z`,
      nearShade,
    ),
    filled("M848 176l33-74 33 74z", mixed("#d8b36a", weather.haze, 0.25)),
    filled("M881 102l33 74h-33z", mixed("#a9834a", weather.haze, 0.2)),
    stroked("M881 104V46", mixed("#a9834a", weather.haze, 0.1), 4),
    stroked("M860 150h42M869 130h24M856 162h50M1426 138V108", nearShade, 2.5),
    ...rows("572,252,36,12 684,276,36,14 976,246,56,13 1240,228,42,12 1520,262,56,14").map(
      ([x = 0, top = 0, width = 0, step = 0]) => lines(courses(x, x + width, top, 470, step), 2.5),
    ),
    lines(ribs("854,190:40 1102,214:46"), 2),
    stroked("M1400 190v280M1410 186v284", glow, 3),
    stroked(
      "M1742 396a52 52 0 1 0 104 0a52 52 0 1 0-104 0M1794 396l-34 84M1794 396l34 84M1742 396h104M1794 344v104M1757 359l74 74M1831 359l-74 74",
      near,
      4,
    ),
  ].join("");
}
