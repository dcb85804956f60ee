import { fullName } from "../../brand.ts";
import { points, rows } from "../../geometry.ts";
import { lettering, letteringWidth } from "../../lettering.ts";
import { token } from "../../palette.ts";
import { homeHero } from "../home/hero.ts";

/** The share image for links: the home page's view, with the brand's name in the crown's shade. */
export default function ogShare() {
  const size = Math.min(84, (84 * 1096) / letteringWidth(fullName.join(" "), 84));
  const half = letteringWidth(fullName.join(" "), size) / 2;
  const name = (text: string, x: number, color: string, align: number) =>
    lettering(text, x, 94, size, token(color), { align, grid: 160 });
  return homeHero({
    width: 1200,
    height: 630,
    horizon: 470,
    sun: [96, 372, 44],
    house: { x: 330, y: 548, scale: 0.7 },
    oak: [985, 614, 0.55],
    leafy: rows("0:0"),
    fringe: points(
      "-40,270 90,276 220,262 360,240 500,220 640,210 780,204 920,202 1060,226 1240,270",
    ),
  }).add(
    name(`${fullName[0]} `, 600 - half, "paper-50", 0),
    name(fullName[1], 600 + half, "lime-400", 1),
  );
}
