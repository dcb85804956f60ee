import { wireDistance } from "../../../app/src/content/promises.ts";
import { figure, neighbor } from "../../figures.ts";
import { dimension } from "../../measure.ts";
import { night, token } from "../../palette.ts";
import { Drawing, filled, rectangle, stroked } from "../../svg.ts";

/** A torn power line, and the distance to keep from it: 428 units are 35 feet. */
export default function tornWires() {
  const { wood } = night;
  const [end, safe] = [176, 604];
  const wire = token("paper-200");
  const lime = token("lime-400");
  return new Drawing(640, 320).add(
    rectangle(0, 250, 640, 70, token("canopy-900")),
    rectangle(84, 6, 16, 250, wood.lit),
    rectangle(92, 6, 8, 250, wood.shade),
    rectangle(44, 34, 96, 10, wood.lit),
    stroked("M52 34v-12M132 34v-12", wire, 7),
    stroked("M52 24Q20 54-10 62M132 24c40 46 8 120 22 176q8 44 22 52", wire, 3.5),
    filled(`M${end - 10} 250l14-30-2 18 14-4-12 26 20-8-18 18z`, lime),
    figure("standing", safe, 256, 1, { left: true, clothes: neighbor }),
    dimension([end, 288], [safe, 288], wireDistance, lime, {
      ground: token("canopy-900"),
      size: 46,
    }),
  );
}
