import { mixed, morning } from "../../palette.ts";
import { heldRake } from "../../props/rigging.ts";
import { deadBranch, log } from "../../props/timber.ts";
import { brushPile, bush, fence, swingSet } from "../../props/yard.ts";
import { random } from "../../random.ts";
import { Scene } from "../../scene.ts";
import { ellipse, filled, placed, turned } from "../../svg.ts";
import { crapeMyrtle } from "../../trees/crape-myrtle.ts";
import { fallenLimb } from "../../trees/fallen-tree.ts";
import { oak } from "../../trees/oak.ts";
import { smooth, withered } from "../../trees/tree.ts";

/** A backyard with a swing, before and after the cleanup of a tree's remains. Both have the same frame. */
function cleanup(after: boolean) {
  const scene = new Scene(morning, { seed: 51, run: 1.1, fall: 0.16 });
  const { weather, shadows } = scene;
  shadows.plane([520, 716], [536, 716], [760, 756], [736, 758]);
  shadows.plane([700, 716], [716, 716], [900, 752], [876, 756]);
  const lawn = after ? weather.lawn.body : mixed(weather.lawn.body, weather.earth, 0.28);
  scene.add(
    scene.stage([190, 150, 60], 560, { seed: 52, trees: 110 }),
    scene.cloud(560, 120, 260, 4),
    placed(-8, 648, 1.5, fence(820, weather)),
    filled("m0 646q600-14 1200 0l0 254-1200 0z", lawn),
    shadows,
    scene.plant(oak({ detail: 0.29, seed: 8 }), 1000, 640, 0.62),
    ellipse(180, 670, 120, 20, after ? "#9a6b45" : mixed(lawn, weather.lawn.shade, 0.5)),
    scene.plant(crapeMyrtle({ detail: 0.4 }), 180, 668, 0.86, smooth(weather)),
    placed(617, 716, 1, swingSet(weather)),
    scene.repeat(bush(weather, 2), [396, 664, 0.9], [318, 660, 0.7], [1150, 672, 0.9]),
    scene.meadow({ left: 0, right: 1200, top: 680, bottom: 900 }, after ? 280 : 240, {
      rng: random(3),
      color: after ? weather.lawn.shade : mixed(weather.lawn.shade, weather.earth, 0.3),
    }),
  );
  if (after)
    scene.add(
      scene.litter({ left: 790, right: 870, top: 824, bottom: 846 }, 30, 18, "#a98a4c"),
      scene.person("pushing", 930, 838, 1.5, { left: true, holding: heldRake }),
    );
  else {
    const fallen = scene.shape(fallenLimb(weather, 2));
    scene.add(
      scene.use(fallen, { transform: "translate(330 760)rotate(-8)scale(1.5)" }),
      scene.use(fallen, { transform: "translate(900 722)rotate(14)scale(1.15)" }),
      placed(640, 820, 1.5, brushPile(withered(weather), 4)),
      turned(214, 856, -5, log(210, 32, weather.wood, 4)),
      turned(420, 880, 7, log(130, 26, weather.wood, 6)),
      placed(990, 850, 1, filled(deadBranch(210, 4), weather.wood.shade)),
      placed(520, 742, 1, filled(deadBranch(120, 9), weather.wood.shade)),
      scene.litter({ left: 30, right: 1170, top: 690, bottom: 890 }, 34, 20, "#a98a4c"),
      scene.litter({ left: 30, right: 1170, top: 690, bottom: 890 }, 20, 20),
    );
  }
  return scene;
}

export default {
  "cleanup/before": () => cleanup(false),
  "cleanup/after": () => cleanup(true),
};
