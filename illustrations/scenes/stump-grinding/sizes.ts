import { lettering } from "../../lettering.ts";
import { dimension } from "../../measure.ts";
import { mixed, morning, token } from "../../palette.ts";
import { stump } from "../../props/timber.ts";
import { boot } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { dashed, filled, placed } from "../../svg.ts";

/** Four stumps beside a boot, all to one scale. A stump is measured at the ground, including its flare. */
export default function stumpSizes() {
  const scene = new Scene(morning, { width: 1600, height: 660, seed: 71 });
  const { weather } = scene;
  const ground = 390;
  // 11 units are an inch: a boot of 12 in is 132 units long.
  const inch = 11;
  // The reach of the flare to the left and to the right, in radii of the cut.
  const [left, right] = [1.5, 1.55];
  const line = token("canopy-950");
  const blades = mixed(weather.lawn.shade, weather.lawn.body, 0.3);
  const sizes = [
    { x: 340, across: 10, height: 12, name: "Small", label: "6–12 in" },
    { x: 580, across: 19, height: 15, name: "Medium", label: "12–24 in" },
    { x: 904, across: 30, height: 18, name: "Large", label: "24–36 in" },
    { x: 1318, across: 41, height: 21, name: "Extra Large", label: "36+ in" },
  ];
  scene.add(
    filled(`M0 ${ground - 20}q400-26 800-8t800-6v${660 - ground + 20}H0z`, weather.lawn.lit),
    filled(`M0 ${ground + 34}q500-30 900-10t700 4v${660 - ground}H0z`, weather.lawn.body),
    filled(`M70 ${ground + 22}h150l60 10q-90 18-200 4z`, weather.shadow, { opacity: 0.4 }),
    placed(120, ground + 24, 3.2, boot),
  );
  for (const { x, across, height, name, label } of sizes) {
    const r = (across * inch) / (left + right);
    const [from, to, y] = [x - left * r, x + right * r, ground + 92];
    scene.add(
      filled(
        `M${x} ${ground + r * 0.42}l${r * 1.2}-${r * 0.3}L${x + r * 2.5} ${ground + r * 0.5}q-${r * 0.3} ${r * 0.3}-${r * 1.1} ${r * 0.3}z`,
        weather.shadow,
        { opacity: 0.4 },
      ),
      placed(x, ground, 1, stump(r, height * inch, weather.wood, across)),
      dashed(`M${from} ${y}V${ground + 12}M${to} ${y}V${ground + 12}`, line, 2, "3 9"),
      dimension([from, y], [to, y], label, line, { size: 54, beside: 52 }),
      lettering(name, x, ground + 236, 54, line),
    );
  }
  return scene.add(
    dimension([72, ground + 92], [206, ground + 92], "12 in", line, { size: 54, beside: 52 }),
    scene.grass([20, ground + 74], [1590, ground + 82], 20, 40, 3.5, blades),
  );
}
