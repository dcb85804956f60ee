import { ghost, plate } from "../../foliage.ts";
import { places } from "../../geometry.ts";
import { lettering } from "../../lettering.ts";
import { morning, onDark, token } from "../../palette.ts";
import { random } from "../../random.ts";
import { Drawing, dashed, placed } from "../../svg.ts";
import { oak } from "../../trees/oak.ts";
import { standing } from "../../trees/tree.ts";

/** The tufts of the oak, from the back to the front. */
export const tufts = places(`
  -100,-735:240 80,-745:240 -250,-655:240 -70,-640:290 120,-650:240 290,-640:240
  -400,-555:240 -230,-545:290 -50,-540:230 140,-545:240 310,-540:230 430,-530:270
  -480,-450:240 -330,-440:240 -150,-430:230 40,-430:300 220,-430:230 390,-425:240
  -500,-340:190 -385,-310:240 -270,-335:180 270,-330:200 390,-305:180 470,-340:230
`);

/** Every fourth tuft. */
const gone = tufts.filter((_, i) => i % 4 === 3);

/** Returns the oak with some of its tufts. */
export const tufted = (kept: readonly (typeof tufts)[number][]) =>
  oak({ detail: 0.42, without: () => true, more: kept, gaps: [] });

/** A quarter of a crown, the most that may be removed in a year: every fourth tuft. It is for dark backgrounds. */
export default function crownQuarter() {
  const lime = token("lime-400");
  const growth = { ...morning, leaves: onDark };
  return new Drawing(1120, 800).add(
    placed(
      556,
      786,
      0.9,
      standing(tufted(tufts.filter((tuft) => !gone.includes(tuft))), growth),
      ...gone.map((tuft) => dashed(ghost(plate(tuft, random(1)), 40), lime, 6)),
    ),
    lettering("1/4", 1000, 130, 150, lime),
  );
}
