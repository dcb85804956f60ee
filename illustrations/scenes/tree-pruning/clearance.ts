import { dimension } from "../../measure.ts";
import { morning, token } from "../../palette.ts";
import { ranch } from "../../props/homes.ts";
import { bush } from "../../props/yard.ts";
import { Drawing, placed, stroked } from "../../svg.ts";
import { oak, raisedLimbs } from "../../trees/oak.ts";
import { standing } from "../../trees/tree.ts";

/** The clearance that trimming creates: ten feet between the ridge and the lowest leaves, to scale. */
export default function roofClearance() {
  const weather = morning;
  const line = token("bark-800");
  const foot = 12.2;
  const ground = 790;
  const ridge = ground - 178;
  const low = (x: number, y: number) => (x > -200 && y > -400) || y > -330;
  const tree = oak({ detail: 0.5, girth: 0.75, limbs: raisedLimbs, without: low });
  return new Drawing(1280, 800).add(
    placed(956, ground, 1, ranch(weather, { door: token("canopy-700") })),
    placed(650, ground, 0.9, bush(weather, 1)),
    placed(544, ground, 0.87, standing(tree, weather)),
    dimension([880, ridge - 10 * foot], [880, ridge], "10 ft", line, { size: 52, beside: 96 }),
    stroked(`M0 ${ground + 4}H1280`, line, 6),
  );
}
