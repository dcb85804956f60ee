import { rows } from "../../geometry.ts";
import { token } from "../../palette.ts";
import { Drawing, filled, group } from "../../svg.ts";
import { loblollyPine } from "../../trees/loblolly-pine.ts";

/** Pines bent by the wind of a storm, dark on the page's own sky. */
export default function stormPines() {
  const drawing = new Drawing(900, 640);
  const { bark, planes } = loblollyPine({ detail: 0.42 });
  const pine = drawing.shape(filled(bark) + filled(planes.shade));
  const light = drawing.shape(filled(planes.lit));
  const trees = rows("640:0.4,-12,0 250:0.4,-11,1 440:0.53,-14,1 760:0.32,-10,1");
  for (const [x = 0, height = 0, lean = 0, near] of trees)
    drawing.add(
      group(
        { transform: `translate(${x} 640)skewX(${lean})scale(${height * 0.86} ${height})` },
        drawing.use(pine, {
          fill: token(near ? "canopy-950" : "canopy-900"),
          opacity: near ? undefined : 0.55,
        }),
        near ? drawing.use(light, { fill: token("canopy-900") }) : "",
      ),
    );
  return drawing;
}
