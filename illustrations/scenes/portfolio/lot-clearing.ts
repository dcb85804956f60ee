import { crew, neighbor } from "../../figures.ts";
import { points } from "../../geometry.ts";
import { toScale } from "../../measure.ts";
import { evening, mixed, token } from "../../palette.ts";
import { ranch, ranchOutline } from "../../props/homes.ts";
import { heldRake } from "../../props/rigging.ts";
import { logStack } from "../../props/timber.ts";
import { wheelbarrow } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { Path, placed, rectangle } from "../../svg.ts";
import { loblollyPine } from "../../trees/loblolly-pine.ts";
import { bright, type Growth, type Tree } from "../../trees/tree.ts";
import { tulipPoplar } from "../../trees/tulip-poplar.ts";

/** Returns the scales at a line of the ground. The eye is 17 ft above it, at y 535. */
const at = (y: number) => toScale((y - 535) / 17);

/** A lot at the end of the day: the privet gone, its chips on the ground, and the marked trees kept. */
export default function lotClearing() {
  const scene = new Scene(evening, { seed: 31, run: 1.7, fall: 0.2 });
  const { weather, shadows } = scene;
  const floor = mixed(weather.earth, weather.lawn.shade, 0.4);
  shadows.under(300, 822, 150, 10);
  shadows.under(742, 832, 60, 8);
  const look = { lit: true, paint: weather.wall.lit, door: token("storm-700") };
  const pine = loblollyPine({ detail: 0.66 });
  // A tree that is kept has tape around its trunk, at breast height.
  const kept = (tree: Tree, x: number, y: number, growth?: Growth) =>
    scene.plant(tree, x, y, at(y).things * 0.87, growth) +
    placed(x, y, at(y).foot, rectangle(-2.3, -5, 4.6, 0.7, token("lime-400")));
  return scene.add(
    scene.stage([236, 420, 76], 610, { seed: 15, trees: 96 }),
    scene.cloud(640, 170, 300, 4),
    scene.cloud(330, 250, 170, 7),
    scene.ground(new Path().curve(points("0,640 330,626 640,668 900,698 1200,700")), floor),
    scene.chips(420, 780, 800, 128, 13, 0.12, mixed(weather.wood.cut, weather.earth, 0.3)),
    scene.chips(420, 780, 700, 110, 10, 0.1, mixed(floor, weather.wood.shade, 0.5)),
    shadows,
    kept(pine, 150, 668),
    kept(pine, 322, 640),
    scene.shaded(930, 690, at(690).things, ranch(weather, look), ranchOutline),
    kept(tulipPoplar({ detail: 0.7 }), 560, 656, bright(weather)),
    placed(210, 820, 1, logStack(scene, 8, 4, 11)),
    placed(760, 826, at(826).things, wheelbarrow(weather)),
    scene.person("pushing", 500, 850, at(850).people, { holding: heldRake }),
    scene.person("standing", 866, 834, at(834).people, { clothes: crew[2], left: true }),
    scene.person("folded", 1030, 812, at(812).people, { clothes: neighbor, left: true }),
  );
}
