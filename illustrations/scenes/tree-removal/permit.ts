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

/** The measuring of a trunk for the permit, to scale, beside a man six feet tall with his board. */
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
      `${x},${ground + 6}:94 ${x},${ground - 40}:62 ${x + 2},${breast}:${half * 2} ${x - 4},180:44 ${x},40:26`,
    ),
    limb(`${x},250:24 ${x - 70},180:16 ${x - 130},150:6`),
    limb(`${x},220:24 ${x + 80},150:16 ${x + 150},120:6`),
  ]);
  const masses = places("332,104:330 202,140:260 512,130:270 362,170:240");
  const clumps = masses.flatMap((mass) => plate(mass, rng, 0.5));
  const planes = crown(clumps, rng, { edge: { from: 18, to: 52 }, leaf: { density: 0.35 } });
  return scene.add(
    standing({ ...wood, planes }, weather),
    rectangle(x + 2 - half - 3, breast - 9, half * 2 + 6, 18, token("lime-400")),
    dashed(`M96 ${breast}H${x - half}`, line, 3),
    dimension([96, ground], [96, breast], "", line),
    lettering("4 ft 6 in", 116, breast + 150, 46, line, { align: 0 }),
    lettering("up", 116, breast + 204, 46, line, { align: 0 }),
    stroked(`M${x + half + 12} ${breast}h40`, line, 3),
    lettering(`${permitInches} in across`, x + half + 66, breast + 16, 46, line, { align: 0 }),
    figure("writing", 908, ground + 6, 8, { left: true, ...groundsman, holding: heldBoard }),
    stroked(`M0 ${ground + 10}H1080`, line, 5),
    scene.grass([210, ground + 6], [500, ground + 6], 22, 26, 4),
  );
}
