import { climber, groundsman, neighbor } from "../../figures.ts";
import { night, token } from "../../palette.ts";
import { ranch } from "../../props/homes.ts";
import { cone, heldCoil } from "../../props/rigging.ts";
import { truck } from "../../props/truck.ts";
import { Scene } from "../../scene.ts";
import { disc, filled, placed, stroked } from "../../svg.ts";
import { fallenTree } from "../../trees/fallen-tree.ts";

/** A limb lies on a roof, everybody is outside, and the founders have arrived with truck, lamp, and rope. */
export default function nightArrival() {
  // The sky has the color of the card around the picture.
  const weather = { ...night, sky: [token("canopy-950")] };
  const scene = new Scene(weather, { height: 720, seed: 35, run: 1.1, fall: 0.12 });
  const { shadows } = scene;
  return scene.add(
    scene.stage([-260, -200, 0], 450, { seed: 33, trees: 130 }),
    scene.stars("90,60 210,130 340,50 480,104 620,40 760,120 900,60 1040,140 1130,50"),
    filled(
      "m500 494 100 0c40 56 300 86 600 96l0 130-840 0c120-90 170-150 140-226z",
      weather.paving,
    ),
    placed(330, 496, 1.02, ranch(weather, { lit: true })),
    fallenTree(weather, [-70, 470], [196, 318], { spread: 260, trunk: 38, seed: 6, detail: 0.7 }),
    // The light of the headlamps and the hand lamp.
    scene.beam([738, 582], [286, 560], [330, 700], 0.2),
    shadows,
    scene.meadow({ left: 0, right: 380, top: 510, bottom: 720 }, 90),
    placed(976, 644, 1.5, truck({ ...weather, haze: "#0b1d15" }, { headlamp: true })),
    disc(747, 582, 24, weather.lamp, { opacity: 0.4 }),
    scene.person("waving", 250, 626, 1.75, { clothes: neighbor }),
    scene.beam([496, 538], [300, 300], [124, 410], 0.3),
    scene.person("pointing", 546, 666, 1.85, {
      left: true,
      ...groundsman,
      holding: stroked("M27-73l9-1", token("paper-50"), 5),
    }),
    scene.person("standing", 650, 690, 1.85, {
      left: true,
      ...climber,
      holding: heldCoil(token("lime-400")),
    }),
    scene.repeat(cone, [392, 694, 1.5], [462, 680, 1.4]),
  );
}
