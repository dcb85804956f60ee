import { mixed, overcast } from "../../palette.ts";
import { ranch } from "../../props/homes.ts";
import { Scene } from "../../scene.ts";
import { ellipse, filled, group, type Markup, placed, stroked } from "../../svg.ts";
import { splitOak } from "../../trees/fallen-tree.ts";
import { loblollyPine } from "../../trees/loblolly-pine.ts";
import { oak } from "../../trees/oak.ts";
import { reddened, standing, timber } from "../../trees/tree.ts";

const weather = overcast;
const bare = { ...weather.wood, shade: "#4b4540", lit: mixed(weather.wood.lit, "#b9b3a6", 0.5) };

const view = (...content: Markup[]) => {
  const scene = new Scene(weather, { width: 480, height: 360 });
  return scene.add(scene.stage([20, 10, 0], 290, { seed: 65, trees: 0 }), ...content);
};

export default {
  /** Bare limbs and mushrooms at the base. The pine behind has turned red. */
  "tree-removal/dead": () =>
    view(
      placed(396, 306, 0.24, standing(loblollyPine({ detail: 0.34 }), reddened(weather))),
      placed(190, 318, 0.46, timber(oak(), bare)),
      filled(
        "M158 316q0-11 13-11t13 11zM164 304q0-8 9-8t9 8zM206 318q1-11 13-11t13 11z",
        weather.wood.cut,
      ),
      stroked("M158 316h26M164 304h18M206 318h26", weather.wood.shade, 2),
    ),

  /** A tree that leans toward a house. The soil behind it is open. */
  "tree-removal/leaning": () =>
    view(
      placed(370, 302, 0.52, ranch(weather)),
      ellipse(110, 318, 62, 12, mixed(weather.earth, weather.wood.shade, 0.3)),
      filled("M52 318q20-36 64-26l8 22z", weather.earth),
      group(
        { transform: "translate(136 318)rotate(17)scale(.34)" },
        standing(oak({ detail: 0.36 }), weather),
      ),
    ),

  /** A trunk that is split down the fork, with half of its crown on the ground. */
  "tree-removal/split": () => view(placed(-22, -141, 0.85, splitOak(weather))),
};
