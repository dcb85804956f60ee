import { climber, figure, groundsman } from "../../figures.ts";
import { crown, plate } from "../../foliage.ts";
import { places } from "../../geometry.ts";
import { morning, onDark, token } from "../../palette.ts";
import { rope } from "../../props/rigging.ts";
import { Scene } from "../../scene.ts";
import { filled, placed } from "../../svg.ts";
import { limb, wooden } from "../../trees/limbs.ts";
import { standing } from "../../trees/tree.ts";

/** A rope over a limb that comes in from the right. One founder sits on the rope, another holds its end. */
export default function foundersRope() {
  const scene = new Scene(morning, { width: 1120, height: 840, seed: 103 });
  const { weather, rng } = scene;
  const wood = wooden(rng, [
    limb("1220,40:96 900,98:78 560,150:58 300,162:40 90,150:12"),
    limb("700,140:34 560,80:22 470,60:8"),
    limb("330,160:22 240,110:14 180,90:5"),
  ]);
  const masses = places("130,112:250 330,78:280 560,66:300 800,60:300 1040,46:300");
  const clumps = masses.flatMap((mass) => plate(mass, rng, 0.46));
  const planes = crown(clumps, rng, { edge: { from: 18, to: 52 }, leaf: { density: 0.25 } });
  return scene.add(
    placed(
      0,
      40,
      1,
      standing({ ...wood, planes }, { ...weather, leaves: onDark }),
      filled("M0 800q30-42 170-44t200 44z", token("canopy-700")),
      rope("150,154 158,380 176,560 208,640", 4.5),
      rope("208,640 196,730 120,772 60,776", 4.5),
      figure("hanging", 92, 520, 2.1, { ropeTo: [118, 158], ...climber }),
      figure("hauling", 250, 770, 2.1, { left: true, ...groundsman }),
      scene.grass([20, 792], [340, 792], 16, 26, 3, token("canopy-500")),
    ),
  );
}
