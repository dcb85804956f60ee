import { crew, figure } from "../../figures.ts";
import { evening } from "../../palette.ts";
import { house } from "../../props/house.ts";
import { chipper } from "../../props/machines.ts";
import { handsaw, rope } from "../../props/rigging.ts";
import { truck, truckOutline } from "../../props/truck.ts";
import { brushPile, fence } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { placed } from "../../svg.ts";
import { oak } from "../../trees/oak.ts";

/** A white oak in the evening with two climbers in its crown. The cut branches go into the chipper. */
export default function crownThinning() {
  const scene = new Scene(evening, { seed: 9, run: 1.3, fall: 0.1 });
  const { weather, shadows } = scene;
  shadows.under(996, 838, 100, 9);
  return scene.add(
    scene.stage([120, 330, 70], 668, { seed: 6, trees: 84 }),
    scene.cloud(820, 120, 300, 4),
    scene.cloud(60, 150, 200, 8),
    placed(190, 706, 0.72, house(weather, { door: "#d9a441" })),
    placed(-10, 716, 0.9, fence(1360, weather)),
    shadows,
    scene.dapples({ left: 380, right: 1100, top: 770, bottom: 830 }, 26, 56),
    scene.meadow({ left: 0, right: 1200, top: 720, bottom: 900 }, 110),
    scene.shaded(790, 796, 0.96, truck(weather), truckOutline),
    scene.plant(oak({ detail: 0.35 }), 560, 770, 0.9),
    rope("470,396 430,560 396,700 352,799"),
    figure("hanging", 436, 600, 1.1, {
      ropeTo: [466, 396],
      clothes: crew[1],
      holding: placed(15, -56, 1, handsaw),
    }),
    figure("climbing", 742, 510, 1.1, { ropeTo: [690, 370], left: true, clothes: crew[2] }),
    placed(984, 836, 1.05, chipper(weather, true)),
    placed(1120, 858, 1, brushPile(weather, 2)),
    scene.person("carrying", 1058, 872, 1.1, { left: true }),
    scene.person("hauling", 372, 862, 1.1, { left: true }),
  );
}
