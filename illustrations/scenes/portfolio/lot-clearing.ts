import { crew, neighbor } from "../../figures.ts";
import { evening, token } from "../../palette.ts";
import { ranch, ranchOutline } from "../../props/homes.ts";
import { heldRake } from "../../props/rigging.ts";
import { logStack } from "../../props/timber.ts";
import { bush, wheelbarrow } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { filled, placed } from "../../svg.ts";
import { loblollyPine } from "../../trees/loblolly-pine.ts";
import { bright } from "../../trees/tree.ts";
import { tulipPoplar } from "../../trees/tulip-poplar.ts";

/** A yard at the end of the day: the brush gone, logs stacked, the lawn raked, and the good trees kept. */
export default function lotClearing() {
  const scene = new Scene(evening, { seed: 31, run: 1.7, fall: 0.2 });
  const { weather, shadows } = scene;
  shadows.under(340, 818, 120, 10);
  shadows.under(742, 828, 60, 8);
  shadows.under(500, 852, 40, 7);
  const look = { lit: true, paint: weather.wall.lit, door: token("storm-700") };
  const pine = loblollyPine({ detail: 0.66 });
  return scene.add(
    scene.stage([236, 420, 76], 610, { seed: 15, trees: 96 }),
    scene.cloud(640, 170, 300, 4),
    scene.cloud(330, 250, 170, 7),
    scene.plant(pine, 130, 700, 0.58),
    scene.plant(pine, 356, 640, 0.42),
    scene.mown(690),
    shadows,
    scene.dapples({ left: 560, right: 1100, top: 720, bottom: 800 }, 18, 44),
    scene.shaded(930, 690, 0.78, ranch(weather, look), ranchOutline),
    scene.repeat(bush(weather, 2), [760, 694, 0.62], [812, 694, 0.5], [1150, 696, 0.6]),
    scene.plant(tulipPoplar({ detail: 0.7 }), 570, 722, 0.56, bright(weather)),
    // The bed of chips around the tulip poplar.
    filled("M500 722q60-26 130 0-66 24-130 0z", weather.wood.cut),
    scene.grass([500, 730], [640, 730], 9, 14, 2.5),
    placed(250, 816, 0.9, logStack(scene, 5, 3, 24)),
    placed(760, 826, 1.3, wheelbarrow(weather)),
    scene.person("pushing", 500, 850, 1.42, { holding: heldRake }),
    scene.person("standing", 866, 834, 1.34, { clothes: crew[2], left: true }),
    scene.person("folded", 1030, 812, 1.26, { clothes: neighbor, left: true }),
    scene.meadow({ left: 0, right: 220, top: 730, bottom: 900 }, 60),
  );
}
