import { polar } from "../../geometry.ts";
import { toScale } from "../../measure.ts";
import { evening, mixed } from "../../palette.ts";
import { house } from "../../props/house.ts";
import { stump } from "../../props/timber.ts";
import { chipCurtain, grinder } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { ellipse, filled, group, Path, placed, stroked } from "../../svg.ts";
import { overhang } from "../../trees/overhang.ts";

/** The grinder at work, its operator beside it. A low stump, 42 in across, is half gone. */
export default function grinding() {
  const scene = new Scene(evening, { seed: 91, run: 1.2, fall: 0.2 });
  const { weather, shadows } = scene;
  const { inch, things, people } = toScale(76);
  const chips = "#e3bd84";
  const ground = 806;
  const [wheelX, wheelY, wheelR] = [408, ground - 11.5 * things, 14.5 * things];
  shadows.plane([300, 800], [560, 806], [1240, 862], [960, 874], [430, 838]);
  // What the wheel has not reached yet: what is on its left.
  const left = `M0 0H${wheelX}V${wheelY - wheelR}A${wheelR} ${wheelR} 0 0 0 ${wheelX} ${wheelY + wheelR}V900H0z`;
  return scene.add(
    scene.stage([150, 210, 70], 560, { seed: 92, trees: 112 }),
    scene.cloud(560, 150, 280, 4),
    placed(1080, 590, 0.66, house(weather)),
    shadows,
    scene.meadow({ left: 0, right: 1200, top: 600, bottom: 900 }, 110),
    ellipse(wheelX, ground + 8, 300, 40, mixed(chips, weather.earth, 0.5)),
    scene.chips(wheelX, ground + 8, 300, 40, 16, 0.6, chips),
    scene.person("pushing", wheelX + 75 * things, ground - 8, people, {
      left: true,
      face: "plain",
    }),
    placed(wheelX, ground, things, chipCurtain),
    `<clipPath id="z">${filled(left)}</clipPath>`,
    group(
      { "clip-path": "url(#z)" },
      placed(300, ground + 6, 1, stump((21 * inch) / 1.54, 8 * inch, weather.wood, 7)),
    ),
    // The fresh face of the cut.
    stroked(
      new Path().curve([2.9, 2.6, 2.3, 2.05].map((a) => polar(wheelX, wheelY, a, wheelR))),
      weather.wood.cut,
      16,
      { "stroke-linecap": "butt" },
    ),
    placed(wheelX, ground, things, grinder),
    scene.chips(wheelX + 62, ground - 76, 96, 74, 12, 0.2, "#f0d9ac"),
    scene.chips(wheelX - 130, ground - 84, 80, 60, 11, 0.1, chips),
    overhang(weather, { x: 1230, y: -30, width: -560, drop: 170, seed: 6 }),
    scene.grass([60, 850], [240, 866], 18, 16, 3.5),
  );
}
