import { token } from "../../palette.ts";
import { Drawing, disc, filled, group, type Markup, placed, turned } from "../../svg.ts";

/** Draws the grinder's wheel, with a radius of 442 units: bolted pockets with a carbide tooth in each. */
export function cuttingWheel(drawing: Drawing): Markup {
  const [steel, lit, dark] = ["#66716f", "#7d8987", "#3a4442"];
  const tooth = drawing.shape(
    group(
      {},
      filled("M-46-330l10-96 66-16 26 112z", steel),
      filled("M-46-330l10-96 26-6 4 102z", lit),
      filled("M-36-426l66-16-8-44-44 22z", token("paper-200")),
      filled("M30-442l-8-44-18 9 8 40z", "#b9b7a4"),
      disc(2, -372, 13, dark),
      disc(-1, -375, 6, lit),
    ),
  );
  return [
    ...Array.from({ length: 12 }, (_, i) => drawing.use(tooth, { transform: `rotate(${i * 30})` })),
    disc(0, 0, 352, steel),
    filled("M-249 249A352 352 0 0 1 249-249L180-180A255 255 0 0 0-180 180z", lit),
    disc(0, 0, 256, "#55605e"),
    filled("M-181 181A256 256 0 0 1 181-181L150-150A212 212 0 0 0-150 150z", steel),
    ...Array.from({ length: 8 }, (_, i) =>
      turned(0, 0, i * 45, disc(0, -186, 15, dark), disc(-2, -189, 7, steel)),
    ),
    disc(0, 0, 116, dark),
    disc(-4, -5, 92, token("canopy-700")),
    filled("M-92-7a92 92 0 0 1 150-68L-4-5z", token("canopy-500")),
    filled("M-46-27L0-54l46 27V27L0 54l-46-27z", dark),
  ].join("");
}

/** The wheel, taken off the machine. */
export default function wheel() {
  const drawing = new Drawing(1000, 1000);
  return drawing.add(placed(500, 500, 1, cuttingWheel(drawing)));
}
