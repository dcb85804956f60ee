import { permitInches } from "../../../app/src/content/region.ts";
import { figure, groundsman } from "../../figures.ts";
import { crown, plate } from "../../foliage.ts";
import { places } from "../../geometry.ts";
import { lettering } from "../../lettering.ts";
import { dimension } from "../../measure.ts";
import { morning, token } from "../../palette.ts";
import { heldBoard } from "../../props/rigging.ts";
import { Scene } from "../../scene.ts";
import { dashed, rectangle, stroked } from "../../svg.ts";
import { limb, wooden } from "../../trees/limbs.ts";
import { standing } from "../../trees/tree.ts";

/** The measuring of a trunk for the permit, to scale, beside a man 5 ft 9 tall with his board. */
export default function permitMeasure() {
  const scene = new Scene(morning, { width: 1080, seed: 64 });
  const { weather, rng } = scene;
  const foot = 100;
  const ground = 880;
  const breast = ground - 4.5 * foot;
  const half = ((permitInches / 12) * foot) / 2;
  const x = 352;
  const line = token("bark-800");
  const wood = wooden(rng, [
    limb(
      `${x},${ground + 6}:88 ${x},${ground - 40}:60 ${x + 2},${breast}:${half * 2} ${x - 3},22:44`,
    ),
    limb(`${x},310:20 ${x - 60},226:14 ${x - 130},176:5`),
    limb(`${x},240:22 ${x + 80},160:14 ${x + 160},118:5`),
  ]);
  const masses = places("230,150:150 196,196:130 270,186:110 516,92:170 470,136:120 560,126:120");
  const clumps = masses.flatMap((mass) => plate(mass, rng, 0.6));
  const planes = crown(clumps, rng, { edge: { from: 16, to: 44 }, leaf: { density: 0.35 } });
  return scene.add(
    standing({ ...wood, planes }, weather),
    // The tree goes on above this line.
    stroked(`M${x - 76} 24h52l12-16 20 32 12-16h52`, line, 4),
    rectangle(x + 2 - half - 3, breast - 9, half * 2 + 6, 18, token("lime-400")),
    dashed(`M96 ${breast}H${x - half}`, line, 3),
    dimension([96, ground], [96, breast], "", line),
    lettering("4 ft 6 in", 116, breast + 200, 46, line, { align: 0 }),
    stroked(`M${x + half + 12} ${breast}h40`, line, 3),
    lettering(`${permitInches} in across`, x + half + 66, breast + 16, 46, line, { align: 0 }),
    figure("writing", 908, ground + 6, 8, { left: true, ...groundsman, holding: heldBoard }),
    stroked(`M0 ${ground + 10}H1080`, line, 5),
    scene.grass([210, ground + 6], [500, ground + 6], 22, 26, 4),
  );
}
