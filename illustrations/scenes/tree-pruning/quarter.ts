import { ghost } from "../../foliage.ts";
import { lettering } from "../../lettering.ts";
import { morning, onDark, token } from "../../palette.ts";
import { Drawing, dashed, element, group, placed, rectangle } from "../../svg.ts";
import { limbs, oak, oakClumps } from "../../trees/oak.ts";
import { standing } from "../../trees/tree.ts";

/** The corner of the removed quarter, relative to the foot of the oak. */
const [left, bottom] = [44, -456];

/** The outline of a quarter of a crown, the most that may be removed in a year. It is for dark backgrounds. */
export default function crownQuarter() {
  const lime = token("lime-400");
  const tree = oak({
    detail: 0.42,
    // This limb would end in the gap as a stub.
    limbs: limbs.filter((_, i) => i !== 6),
    without: (x, y) => x > left - 70 && y < bottom,
    more: [[120, -410, 200]],
  });
  return new Drawing(1120, 800).add(
    element("clipPath", { id: "z" }, rectangle(left, -900, 700, 900 + bottom)),
    placed(
      556,
      786,
      0.9,
      standing(tree, { ...morning, leaves: onDark }),
      group({ "clip-path": "url(#z)" }, dashed(ghost(oakClumps(), 44), lime, 6)),
      dashed(`M${left}-778V${bottom}H532`, lime, 6),
    ),
    lettering("1/4", 740, 328, 150, lime),
  );
}
