import { places, points } from "../../geometry.ts";
import { morning, token } from "../../palette.ts";
import { brushPile } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { disc, rectangle } from "../../svg.ts";

/** A heap of brush, and the animals that live in it. */
export default function brush() {
  const scene = new Scene(morning, { width: 900, height: 450 });
  const heaps = places("450,300:2.6 300,380:2.9 600,370:2.6 215,444:2.9 460,446:2.6 680,444:2.9");
  const eyes = points("300,360 326,362 560,312 584,314 440,402 464,402 690,386 716,384");
  const pupil = token("canopy-950");
  return scene.add(
    scene.repeat(brushPile(scene.weather, 3), ...heaps),
    ...eyes.map(
      ([x, y]) => disc(x, y, 8, token("lime-400")) + rectangle(x - 1.5, y - 6, 3, 12, pupil),
    ),
  );
}
