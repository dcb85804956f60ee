import { between, type Point, points } from "./geometry.ts";
import { mixed, token } from "./palette.ts";
import {
  disc,
  filled,
  type Markup,
  mirrored,
  number,
  Path,
  placed,
  ribbon,
  stroked,
} from "./svg.ts";

/**
 * The poses of people who stand, work, and climb: joints relative to the point between the feet, at 40
 * units to the meter, facing right. The joints are hip, neck, and head; elbow and hand of the near arm, then of
 * the far arm behind the body; knee and ankle of the near leg, then of the far leg. A person is 72 units tall.
 */
const poses = {
  standing: "0,-33  1,-57  2,-65  -9,-46 -8,-33  10,-46 11,-33  -5,-18 -6,-4  6,-18 8,-4",
  pointing: "0,-33  1,-57  1,-66  -8,-46 -3,-36  14,-62 27,-73  -5,-18 -6,-4  6,-18 8,-4",
  /** Holds a rope with both hands, leaning back. */
  hauling: "-5,-31  -10,-54  -10,-63  1,-50 15,-53  3,-54 20,-57  -1,-16 -9,-4  9,-18 15,-4",
  /** Holds both hands in front at hip height, for a rake, a barrow, or a machine's bar. */
  pushing: "-4,-32  4,-55  7,-63  3,-43 17,-38  9,-45 21,-42  3,-17 -5,-4  4,-18 12,-4",
  /** Holds the tail of a rope with both hands at the hip. The turns around the trunk take the weight. */
  braking: "-1,-33  -1,-57  0,-65  -4,-44 9,-40  8,-47 17,-42  -6,-18 -8,-4  7,-18 11,-4",
  /** Sits in the saddle with the feet against the stem on the right, and holds a saw to it with both hands. */
  cutting: "0,-28  -11,-49  -11,-58  -2,-40 11,-40  3,-48 19,-46  14,-30 20,-15  15,-37 26,-31",
  /** Sits in the saddle of a climbing rope, with the feet against the trunk on the right. */
  climbing: "0,-28  -13,-48  -14,-57  1,-44 16,-48  1,-54 13,-62  14,-30 19,-16  15,-38 25,-32",
  /** Sits in the saddle, with the knees drawn up and both hands in front of the body. */
  hanging: "0,-30  -10,-52  -11,-61  1,-46 14,-52  2,-58 11,-67  15,-30 16,-12  18,-34 24,-18",
  waving: "0,-33  1,-57  2,-65  -9,-46 -8,-33  15,-58 17,-73  -5,-18 -6,-4  6,-18 8,-4",
  /** Holds the arms low and crossed in front of the body, for a board with the estimate. */
  writing: "0,-33  1,-57  4,-64  -6,-45 9,-43  12,-46 13,-44  -5,-18 -6,-4  6,-18 8,-4",
  /** Stands in a bucket, with the legs hidden, and holds a saw level. */
  aloft: "0,-33  2,-57  5,-65  1,-42 15,-49  9,-46 21,-53  -2,-18 -3,-6  2,-18 1,-6",
  carrying: "0,-32  3,-56  7,-64  -9,-52 -1,-63  13,-48 14,-60  5,-18 -8,-5  8,-19 14,-4",
  kneeling: "-4,-20  4,-43  8,-51  4,-31 16,-25  10,-33 19,-28  4,-4 -14,-4  12,-19 13,-4",
  /** Kneels on one knee, and holds a machine's bar level above the ground. */
  sawing: "-4,-20  8,-41  14,-48  10,-24 22,-10  17,-28 26,-14  4,-4 -14,-4  12,-19 13,-4",
  folded: "0,-33  1,-57  2,-65  -11,-46 7,-47  13,-46 -1,-45  -5,-18 -6,-4  6,-18 8,-4",
};

/** The clothes of the house's owner, or of a bystander. */
export const neighbor = {
  body: "#e9dfc4",
  bodyShade: "#c6b893",
  sleeve: "#e0d4b4",
  legs: "#5b6f74",
  legsFar: "#435358",
  skin: "#8a5a3c",
  hair: "#2b211a",
};

/** Returns clothes in these two colors. */
export const dressed = (body: string, legs: string): Clothes => ({
  ...neighbor,
  body,
  bodyShade: mixed(body, "#000000", 0.24),
  sleeve: body,
  legs,
  legsFar: mixed(legs, "#000000", 0.24),
});

/** The colors of clothes: the lit side and the shaded side. The crew has helmets instead of hair, glasses, and gloves. */
type Clothes = Omit<typeof neighbor, "hair"> & { hair?: string };

const dark = "#241a12";
const glove = "#e0bc6a";
/** The two colors of chaps, and the width of a leg in them. */
const chaps = ["#a4502a", "#7c3a1d", 10.5] as const;

const trousers = { legs: "#4a3a2c", legsFar: "#33271d" };

/** The crew's clothes: lime-green vests and orange helmets. */
const vest = { body: token("lime-400"), bodyShade: token("lime-500") };
export const crew: readonly [Clothes, Clothes, Clothes] = [
  { ...vest, ...trousers, sleeve: token("canopy-700"), skin: "#b57a52" },
  { ...vest, sleeve: "#33524f", skin: "#e0b48f", legs: "#43525c", legsFar: "#2e3b44" },
  { ...vest, ...trousers, sleeve: token("canopy-900"), skin: "#7c4f34" },
];

/** The first two founders: the climber, and the man with a beard who holds the rope. */
export const [climber, groundsman] = [
  { clothes: { ...crew[1], skin: "#bb8259" }, face: "plain" },
  { clothes: { ...crew[0], skin: "#c68d62" }, face: "bearded" },
] as const;

interface FigureOptions {
  /** Faces left. The light does not change sides. */
  left?: boolean;
  clothes?: Clothes;
  /** Adds a climber's harness. Its rope is tied to this point of the drawing, above and not behind the head. */
  ropeTo?: Point;
  /** Adds a mouth, and a beard, for people who are drawn large. Everybody has eyes. */
  face?: "plain" | "bearded";
  /** The line around the stem, which holds a climber to it above the cut: from its near side to its far side. */
  lanyard?: readonly Point[];
  /** A thing between the body and the near hand, in the units of a person who faces right. */
  holding?: Markup;
  /** A chainsaw, held likewise. The person who holds one wears chaps. */
  saw?: Markup;
}

/** Draws a small, sturdy person with the feet at (x, y). `scale` is units of the drawing per unit of a pose. */
export function figure(
  pose: keyof typeof poses,
  x: number,
  y: number,
  scale: number,
  { left = false, clothes = crew[0], ropeTo, lanyard, face, ...held }: FigureOptions = {},
): Markup {
  const { saw, holding = saw ?? "" } = held;
  const [near, far, thick] = saw ? chaps : [clothes.legs, clothes.legsFar, 9.5];
  const side = left ? -1 : 1;
  const joints = points(poses[pose]).map(([jx, jy]): Point => [jx * side, jy]);
  const at = (i: number) => joints[i] ?? [0, 0];
  const [hip, neck, head] = [at(0), at(1), at(2)];
  const [hx, hy] = head;
  const part = (outline: string, joint: Point) => sketched(outline, joint, side);
  const bone = (from: Point, ...to: Point[]) => new Path(1).move(...from).line(...to);
  const arm = (elbow: number, offset: number, width: number) =>
    stroked(
      bone([neck[0] + offset * side, neck[1] + 5], at(elbow), at(elbow + 1)),
      clothes.sleeve,
      width,
    ) + disc(...at(elbow + 1), 3.6, clothes.hair ? clothes.skin : glove);
  const leg = (knee: number, color: string, offset: number) => {
    const [ax, ay] = at(knee + 1);
    return (
      stroked(bone([hip[0] + offset * side, hip[1]], at(knee), [ax, ay - 2]), color, thick) +
      filled(part("M-5,-3 L4,-3 Q11,-1 11,4 L-5,4 Z", [ax, ay]), dark)
    );
  };
  const own = ([px, py]: Point): Point => [(px - x) / scale, (py - y) / scale];
  const torso: Point[] = [
    [hip[0], hip[1] + 3],
    between(hip, neck, 0.5),
    [neck[0], neck[1] + 6],
    neck,
  ];
  const shaded = torso.map(([tx, ty]): Point => [tx + 5.2, ty]);
  // The dome of a helmet is not mirrored, because its light does not change sides.
  const dome = (outline: string, color: string) => filled(sketched(outline, head, 1), color);
  const cap = clothes.hair
    ? filled(part("M-7,2 C-9,-12 9,-12 7,-2 L-2,-3 -5,4 Z", head), clothes.hair)
    : dome("M-8,-2 C-8.16,-14 8.16,-14 8,-2 Z", token("orange-500")) +
      dome("M2.5,-2 C2.55,-14 8.16,-14 8,-2 Z", token("orange-600")) +
      stroked(part("M-8,-2 L9.5,-2", head), token("orange-600"), 2.4) +
      disc(hx - 5 * side, hy + 0.2, 1.9, dark);
  return placed(
    x,
    y,
    scale,
    arm(5, 4, 6.5),
    leg(9, far, 3),
    leg(7, near, -3),
    stroked(bone([neck[0], neck[1] + 2], head), clothes.skin, 6),
    filled(ribbon(torso, [17, 18, 20, 11], new Path(1)), clothes.body),
    filled(ribbon(shaded, [6.6, 7.6, 9.6, 1], new Path(1)), clothes.bodyShade),
    ropeTo ? harness(hip, side) : "",
    disc(...head, 6.6, clothes.skin),
    face ? features(head, side, face) : "",
    clothes.hair ? "" : glasses(head, side),
    eyes(head, side),
    cap,
    ropeTo ? climbingRope(hip, side, own(ropeTo)) : "",
    lanyard ? flipline(hip, side, lanyard.map(own)) : "",
    left && holding ? mirrored(holding) : holding,
    arm(3, -3, 7.5),
  );
}

/** Moves an outline of a person who faces right to a joint. `side` is -1 for a person who faces left. */
const sketched = (outline: string, [x, y]: Point, side: number, path = new Path(1)): Path =>
  path.trace(outline, ([dx, dy]) => [x + dx * side, y + dy]);

function harness(hip: Point, side: number): Markup {
  const belt = sketched("M-8,-1 L8,-1", hip, 1);
  return stroked(sketched("M-3,0 L8,5", hip, side, belt), token("orange-600"), 3.4);
}

/** Draws a taut rope from the front of the belt to its anchor. Below the hitch, the rope's end hangs slack. */
function climbingRope([hx, hy]: Point, side: number, anchor: Point): Markup {
  const belt: Point = [hx + 9 * side, hy - 2];
  const length = Math.hypot(anchor[0] - belt[0], anchor[1] - belt[1]);
  const up = (distance: number) => between(belt, anchor, distance / length);
  const line = new Path(1).move(...anchor).line(belt, up(20));
  return (
    stroked(sketched("C17,-6 7,24 10,52", belt, side, line), token("lime-400"), 2.6) +
    stroked(new Path(1).move(...up(13)).line(up(19)), token("orange-600"), 4.4)
  );
}

/** Draws the lanyard from the belt to the near side of the stem, and across the stem. */
function flipline([hx, hy]: Point, side: number, [near = [0, 0], far = near]: Point[]): Markup {
  const [x, y] = between(near, far, 0.5);
  const line = new Path(1).move(hx + 8 * side, hy - 1).line(near);
  return stroked(line.quadratic(x, y + 5, ...far), token("orange-500"), 2.6);
}

const featureColor = "#2b1d14";

const eyes = ([x, y]: Point, side: number): Markup =>
  stroked(
    `M${number(x + 0.6 * side)} ${number(y + 0.7)}h0M${number(x + 4.4 * side)} ${number(y + 0.7)}h0`,
    featureColor,
    1.8,
  );

const glasses = (head: Point, side: number): Markup =>
  stroked(sketched("M-5,-0.4 L0,-0.2", head, side), featureColor, 1) +
  stroked(sketched("M0.4,0.7 L5.4,0.7", head, side), "#d9efe9", 4.4, { opacity: 0.55 });

function features(head: Point, side: number, face: "plain" | "bearded"): Markup {
  const outline = "M-5.6,0.5 Q-6,7.6 1,7.8 Q6.6,7 6.4,1.6 Q3,3.4 -0.5,2.6 Q-3.4,3 -5.6,0.5 Z";
  const beard = face === "bearded" ? filled(sketched(outline, head, side), featureColor) : "";
  const smile = sketched("M0.2,3.6 Q2.4,5.2 4.6,3.2", head, side);
  return beard + stroked(smile, beard ? "#e8c9ae" : featureColor, 0.8);
}
