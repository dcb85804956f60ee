import { crew } from "../../figures.ts";
import { night } from "../../palette.ts";
import { townhouses } from "../../props/homes.ts";
import { cone, heldSaw } from "../../props/rigging.ts";
import { heldLog, logStack } from "../../props/timber.ts";
import { truck } from "../../props/truck.ts";
import { Scene } from "../../scene.ts";
import { disc, filled, placed, stroked } from "../../svg.ts";
import { fallenTree } from "../../trees/fallen-tree.ts";
import { loblollyPine } from "../../trees/loblolly-pine.ts";
import { standing } from "../../trees/tree.ts";

/** The colors of a night with ice on every needle, which reflects the light of the lamps. */
const iced = {
  ...night,
  leaves: { shade: "#12302b", body: "#2c5450", lit: "#7fa9a4", gleam: "#dcebe6" },
  lawn: { shade: "#86a9a3", body: "#2b4a45", lit: "#3a5d57" },
};

/** Half past two at night: ice on the pines, a dark street. The crew cuts a pine in the light of its truck. */
export default function stormNightCrew() {
  const scene = new Scene(iced, { seed: 35, run: 1.6, fall: 0.14 });
  const { weather, shadows } = scene;
  const pine = loblollyPine({ detail: 0.5 });
  shadows.under(820, 800, 300, 26);
  return scene.add(
    scene.stage([180, -290, 0], 610, { seed: 33, trees: 120 }),
    scene.stars("700,80 820,150 560,60 960,70 640,190 1060,160 470,130 1130,60"),
    scene.repeat(standing(pine, weather), [1090, 690, 0.6], [900, 640, 0.44], [84, 650, 0.5]),
    placed(560, 664, 0.9, townhouses(weather)),
    filled("m470 900c90-120 170-180 220-232l80 0c30 72 190 152 330 232z", weather.paving),
    // The light of the lamps.
    scene.beam([284, 650], [1080, 560], [1100, 800], 0.2),
    scene.beam([284, 674], [960, 850], [500, 940], 0.2),
    shadows,
    scene.meadow({ left: 0, right: 1200, top: 680, bottom: 900 }, 110, { color: iced.lawn.shade }),
    fallenTree({ ...weather, earth: "#5b4632" }, [1090, 790], [640, 716], {
      spread: 330,
      trunk: 46,
      seed: 5,
      needles: true,
      roots: true,
    }),
    stroked("M837 733l-6 30", weather.wood.cut, 4),
    scene.person("pushing", 762, 808, 1.42, { clothes: crew[1], saw: heldSaw }),
    scene.person("pushing", 520, 868, 1.5, {
      left: true,
      clothes: crew[2],
      holding: heldLog(weather.wood),
    }),
    scene.person("pointing", 374, 868, 1.5),
    placed(596, 888, 0.7, logStack(scene, 3, 2, 26)),
    // The truck, and the work lights at its rear.
    placed(60, 846, 1.3, truck({ ...weather, haze: "#0b1d15" })),
    stroked("M254 678v-34M254 650h22M254 674h22", "#66716f", 5),
    ...[650, 674].map(
      (y) =>
        filled(`M272 ${y - 9}l14-4v26l-14-4z`, weather.lamp) +
        disc(284, y, 24, weather.lamp, { opacity: 0.35 }),
    ),
    placed(300, 886, 1.3, cone),
    scene.litter({ left: 380, right: 900, top: 800, bottom: 892 }, 30, 17),
  );
}
