import { crew, figure } from "../../figures.ts";
import { toScale } from "../../measure.ts";
import { evening } from "../../palette.ts";
import { house } from "../../props/house.ts";
import { chipper } from "../../props/machines.ts";
import { handsaw } from "../../props/rigging.ts";
import { truck, truckOutline } from "../../props/truck.ts";
import { brushPile, fence } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { filled, placed } from "../../svg.ts";
import { oak } from "../../trees/oak.ts";

/** The crown is 80 ft wide. */
const { things, people } = toScale(13.6);

/** A white oak in the evening with two climbers in its crown. The cut branches go into the chipper. */
export default function crownThinning() {
  const scene = new Scene(evening, { seed: 9, run: 1.3, fall: 0.1 });
  const { weather, shadows } = scene;
  const brush = brushPile(weather, 2);
  shadows.under(1062, 868, 108, 9);
  return scene.add(
    scene.stage([120, 330, 70], 668, { seed: 6, trees: 84 }),
    scene.cloud(820, 120, 300, 4),
    scene.cloud(60, 150, 200, 8),
    placed(190, 706, 0.72, house(weather, { door: "#d9a441" })),
    placed(-10, 716, 0.9, fence(1360, weather)),
    // The drive, beyond the roots.
    filled("M740 838H1200V900H650z", weather.paving),
    shadows,
    scene.dapples({ left: 380, right: 1100, top: 770, bottom: 820 }, 26, 56),
    scene.meadow({ left: 0, right: 650, top: 720, bottom: 900 }, 110),
    scene.plant(oak({ detail: 0.35, girth: 0.75 }), 560, 770, 0.9),
    figure("hanging", 372, 494, people, {
      ropeTo: [366, 366],
      left: true,
      clothes: crew[1],
      holding: placed(15, -56, 1, handsaw),
    }),
    figure("climbing", 742, 510, people, { ropeTo: [672, 366], left: true, clothes: crew[2] }),
    scene.shaded(868, 862, things, truck(weather), truckOutline),
    placed(1074, 868, things, chipper(weather, true)),
    placed(530, 884, things, brush),
    placed(596, 832, 0.45, brush),
    scene.person("carrying", 624, 888, people),
    scene.person("pointing", 330, 868, people),
  );
}
