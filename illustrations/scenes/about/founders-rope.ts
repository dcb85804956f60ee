import { climber, figure, groundsman } from "../../figures.ts";
import { crown, plate } from "../../foliage.ts";
import { places } from "../../geometry.ts";
import { morning, onDark, token } from "../../palette.ts";
import { rope } from "../../props/rigging.ts";
import { Scene } from "../../scene.ts";
import { filled, placed } from "../../svg.ts";
import { limb, wooden } from "../../trees/limbs.ts";
import { standing } from "../../trees/tree.ts";

/** A rope over a limb that comes in from the right. One founder sits on both its legs, another minds its tail. */
export default function foundersRope() {
  const scene = new Scene(morning, { width: 1120, height: 840, seed: 103 });
  const { weather, rng } = scene;
  const wood = wooden(rng, [
    limb("1220,40:112 900,92:100 560,138:88 300,148:74 150,136:60 40,112:34"),
    limb("700,120:40 560,66:26 470,50:10"),
    limb("330,140:34 230,84:22 170,66:8"),
  ]);
  const masses = places(
    "96,76:190 250,44:260 400,40:280 600,36:300 820,40:300 1040,34:300 54,112:84",
  );
  const clumps = masses.flatMap((mass) => plate(mass, rng, 0.46));
  const planes = crown(clumps, rng, { edge: { from: 18, to: 52 }, leaf: { density: 0.25 } });
  return scene.add(
    placed(
      0,
      40,
      1,
      // The second leg of the climber's rope comes down behind the limb, to the same hitch.
      rope("168,140 117,414", 5),
      standing({ ...wood, planes }, { ...weather, leaves: onDark }),
      filled("M0 800q30-42 170-44t200 44z", token("canopy-700")),
      rope("131,562 138,650 178,716 226,686 214,736 160,772 100,778", 5),
      figure("hanging", 92, 520, 2.1, { ropeTo: [152, 108], ...climber }),
      figure("braking", 262, 770, 2.1, { left: true, ...groundsman }),
      scene.grass([20, 792], [340, 792], 16, 26, 3, token("canopy-500")),
    ),
  );
}
