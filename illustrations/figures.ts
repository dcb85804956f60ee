import type { Point } from "./geometry.ts";
import type { Shadows } from "./landscape.ts";
import { token } from "./palette.ts";
import { disc, filled, group, type Markup, Path, placement, ribbon, stroked } from "./svg.ts";

/**
 * How a person stands: joints about the point between the feet, 40 units to the metre, facing right.
 * A person is 72 units tall.
 */
export interface Pose {
  hip: Point;
  neck: Point;
  head: Point;
  /** Elbow and hand; the far arm is drawn behind the body. */
  nearArm: readonly [Point, Point];
  farArm: readonly [Point, Point];
  /** Knee and ankle. */
  nearLeg: readonly [Point, Point];
  farLeg: readonly [Point, Point];
}

const standingLegs = {
  hip: [0, -33],
  nearLeg: [
    [-5, -18],
    [-6, -4],
  ],
  farLeg: [
    [6, -18],
    [8, -4],
  ],
} as const satisfies Partial<Pose>;

const upright = {
  ...standingLegs,
  neck: [1, -57],
  head: [2, -65],
} as const satisfies Partial<Pose>;

/** The ways in which people stand, work and climb. */
export const poses = {
  standing: {
    ...upright,
    nearArm: [
      [-9, -46],
      [-8, -33],
    ],
    farArm: [
      [10, -46],
      [11, -33],
    ],
  },
  /** Looks and points up to the right. */
  pointing: {
    ...upright,
    head: [1, -66],
    nearArm: [
      [-8, -46],
      [-3, -36],
    ],
    farArm: [
      [14, -62],
      [27, -73],
    ],
  },
  /** Holds a rope with both hands, leaning back. */
  hauling: {
    hip: [-5, -31],
    neck: [-10, -54],
    head: [-10, -63],
    nearArm: [
      [1, -50],
      [15, -53],
    ],
    farArm: [
      [3, -54],
      [20, -57],
    ],
    nearLeg: [
      [-1, -16],
      [-9, -4],
    ],
    farLeg: [
      [9, -18],
      [15, -4],
    ],
  },
  /** Both hands in front at the height of the hip: a rake, a barrow, a machine's bar. */
  pushing: {
    hip: [-4, -32],
    neck: [4, -55],
    head: [7, -63],
    nearArm: [
      [3, -43],
      [17, -38],
    ],
    farArm: [
      [9, -45],
      [21, -42],
    ],
    nearLeg: [
      [3, -17],
      [-5, -4],
    ],
    farLeg: [
      [4, -18],
      [12, -4],
    ],
  },
  /** Sits in the saddle of a climbing rope, feet against the trunk on the right. */
  climbing: {
    hip: [0, -28],
    neck: [-7, -51],
    head: [-5, -60],
    nearArm: [
      [4, -46],
      [17, -50],
    ],
    farArm: [
      [-2, -60],
      [5, -74],
    ],
    nearLeg: [
      [14, -30],
      [19, -16],
    ],
    farLeg: [
      [15, -38],
      [25, -32],
    ],
  },
  /** Hangs in the saddle, feet free. */
  hanging: {
    hip: [0, -30],
    neck: [-5, -53],
    head: [-3, -62],
    nearArm: [
      [6, -48],
      [16, -56],
    ],
    farArm: [
      [4, -60],
      [6, -76],
    ],
    nearLeg: [
      [13, -24],
      [8, -8],
    ],
    farLeg: [
      [15, -27],
      [15, -11],
    ],
  },
  /** Arms up to a load that comes down. */
  reaching: {
    ...upright,
    head: [3, -66],
    nearArm: [
      [6, -64],
      [14, -78],
    ],
    farArm: [
      [13, -62],
      [21, -76],
    ],
  },
  /** One arm up. */
  waving: {
    ...upright,
    nearArm: [
      [-9, -46],
      [-8, -33],
    ],
    farArm: [
      [15, -58],
      [17, -73],
    ],
  },
  /** Arms crossed low before the body: a board with the estimate. */
  writing: {
    ...upright,
    head: [4, -64],
    nearArm: [
      [-6, -45],
      [9, -43],
    ],
    farArm: [
      [12, -46],
      [13, -44],
    ],
  },
  /** Walks with a load on the shoulder. */
  carrying: {
    hip: [0, -32],
    neck: [3, -56],
    head: [7, -64],
    nearArm: [
      [-9, -52],
      [-1, -63],
    ],
    farArm: [
      [13, -48],
      [14, -60],
    ],
    nearLeg: [
      [5, -18],
      [-8, -5],
    ],
    farLeg: [
      [8, -19],
      [14, -4],
    ],
  },
  /** On one knee. */
  kneeling: {
    hip: [-4, -20],
    neck: [4, -43],
    head: [8, -51],
    nearArm: [
      [4, -31],
      [16, -25],
    ],
    farArm: [
      [10, -33],
      [19, -28],
    ],
    nearLeg: [
      [4, -4],
      [-14, -4],
    ],
    farLeg: [
      [12, -19],
      [13, -4],
    ],
  },
  /** Arms folded, at ease. */
  folded: {
    ...upright,
    nearArm: [
      [-11, -46],
      [7, -47],
    ],
    farArm: [
      [13, -46],
      [-1, -45],
    ],
  },
  /** One arm round something on the right, the other hand in the pocket. */
  leaning: {
    ...upright,
    neck: [3, -57],
    head: [4, -65],
    nearArm: [
      [-10, -46],
      [-6, -34],
    ],
    farArm: [
      [15, -54],
      [23, -60],
    ],
  },
} as const satisfies Record<string, Pose>;

/** What somebody wears: in light, and the side in shade. */
export interface Clothes {
  body: string;
  bodyShade: string;
  sleeve: string;
  legs: string;
  legsFar: string;
  skin: string;
  /** Somebody who does not work here has hair instead of a helmet. */
  hair?: string;
}

const trousers = { legs: "#4a3a2c", legsFar: "#33271d" };

/** The crew: lime-green vests, orange helmets. */
export const crew: readonly [Clothes, Clothes, Clothes] = [
  {
    body: token("lime-400"),
    bodyShade: token("lime-500"),
    sleeve: token("canopy-700"),
    skin: "#b57a52",
    ...trousers,
  },
  {
    body: token("lime-400"),
    bodyShade: token("lime-500"),
    sleeve: "#33524f",
    skin: "#e0b48f",
    legs: "#43525c",
    legsFar: "#2e3b44",
  },
  {
    body: token("lime-400"),
    bodyShade: token("lime-500"),
    sleeve: token("canopy-900"),
    skin: "#7c4f34",
    ...trousers,
  },
];

/** The owner of the house, or a bystander. */
export const neighbour: Clothes = {
  body: "#e9dfc4",
  bodyShade: "#c6b893",
  sleeve: "#e0d4b4",
  legs: "#5b6f74",
  legsFar: "#435358",
  skin: "#8a5a3c",
  hair: "#2b211a",
};

/** Who is drawn, where, and with what. */
export interface FigureOptions {
  /** Feet in the drawing, and units of the drawing to one of the figure's. */
  x: number;
  y: number;
  scale?: number;
  /** Turned to the left. The light stays where it is. */
  left?: boolean;
  clothes?: Clothes;
  /** A climber's saddle. */
  saddle?: boolean;
  /** A face, for people who are drawn large: clean-shaven or bearded. */
  face?: "plain" | "bearded";
  /** Collects the shadow of somebody who stands on the ground. */
  shadows?: Shadows;
  /** Drawn between the body and the near hand, in the figure's own units. */
  holding?: Markup;
}

/** A small, sturdy person. */
export function figure(pose: Pose, options: FigureOptions): Markup {
  const {
    x,
    y,
    scale = 1,
    left = false,
    clothes = crew[0],
    saddle = false,
    holding = "",
    face,
    shadows,
  } = options;
  shadows?.person(x, y, scale);
  const side = left ? -1 : 1;
  const p = ([px, py]: Point): Point => [px * side, py];
  const [hip, neck, head] = [p(pose.hip), p(pose.neck), p(pose.head)];
  const bone = (...points: Point[]) =>
    new Path(1).move(...(points[0] ?? [0, 0])).line(...points.slice(1));
  const shoulder: Point = [neck[0], neck[1] + 4];
  const arm = ([elbow, hand]: readonly [Point, Point], near: boolean) =>
    stroked(
      bone([shoulder[0] + (near ? -3 : 4) * side, shoulder[1] + 1], p(elbow), p(hand)),
      clothes.sleeve,
      near ? 7.5 : 6.5,
    ) + disc(...p(hand), 3.6, clothes.skin);
  const leg = ([knee, ankle]: readonly [Point, Point], colour: string, offset: number) =>
    stroked(
      bone([hip[0] + offset * side, hip[1]], p(knee), [p(ankle)[0], ankle[1] - 2]),
      colour,
      9.5,
    );
  const boot = ([, ankle]: readonly [Point, Point]) => {
    const [ax, ay] = p(ankle);
    return filled(
      new Path(1)
        .move(ax - 5 * side, ay - 3)
        .line([ax + 4 * side, ay - 3])
        .quadratic(ax + 11 * side, ay - 1, ax + 11 * side, ay + 4)
        .line([ax - 5 * side, ay + 4])
        .close(),
      "#241a12",
    );
  };
  const torso: Point[] = [
    [hip[0], hip[1] + 3],
    [(hip[0] + neck[0]) / 2, (hip[1] + neck[1]) / 2],
    [neck[0], neck[1] + 6],
    [neck[0], neck[1]],
  ];
  const dome = (from: number, to: number) =>
    new Path(1)
      .move(head[0] + from, head[1] - 2)
      .cubic(
        head[0] + from * 1.02,
        head[1] - 14,
        head[0] + to * 1.02,
        head[1] - 14,
        head[0] + to,
        head[1] - 2,
      )
      .close();
  const cap = clothes.hair
    ? filled(
        new Path(1)
          .move(head[0] - 7 * side, head[1] + 2)
          .cubic(
            head[0] - 9 * side,
            head[1] - 12,
            head[0] + 9 * side,
            head[1] - 12,
            head[0] + 7 * side,
            head[1] - 2,
          )
          .line([head[0] - 2 * side, head[1] - 3], [head[0] - 5 * side, head[1] + 4])
          .close(),
        clothes.hair,
      )
    : filled(dome(-8, 8), token("orange-500")) +
      filled(dome(2.5, 8), token("orange-600")) +
      stroked(
        bone([head[0] - 8 * side, head[1] - 2], [head[0] + 9.5 * side, head[1] - 2]),
        token("orange-600"),
        2.4,
      ) +
      disc(head[0] - 5 * side, head[1] + 0.2, 1.9, "#241a12");
  return group(
    { transform: placement(x, y, scale) },
    arm(pose.farArm, false),
    leg(pose.farLeg, clothes.legsFar, 3),
    boot(pose.farLeg),
    leg(pose.nearLeg, clothes.legs, -3),
    boot(pose.nearLeg),
    stroked(bone([neck[0], neck[1] + 2], head), clothes.skin, 6),
    filled(ribbon(torso, [17, 18, 20, 11], new Path(1)), clothes.body),
    filled(
      ribbon(
        torso.map(([tx, ty]): Point => [tx + 5.2, ty]),
        [6.6, 7.6, 9.6, 1],
        new Path(1),
      ),
      clothes.bodyShade,
    ),
    saddle
      ? stroked(
          bone([hip[0] - 8, hip[1] - 1], [hip[0] + 8, hip[1] - 1]),
          token("orange-600"),
          3.4,
        ) +
          stroked(
            bone([hip[0] - 3 * side, hip[1]], [hip[0] + 6 * side, hip[1] + 6]),
            token("orange-600"),
            2.4,
          )
      : "",
    disc(...head, 6.6, clothes.skin),
    face ? features(head, side, face) : "",
    cap,
    holding,
    arm(pose.nearArm, true),
  );
}

/** Eyes, nose and mouth, or a beard round it. */
function features([x, y]: Point, side: number, face: "plain" | "bearded"): Markup {
  const dark = "#2b1d14";
  const beard =
    face === "bearded"
      ? filled(
          new Path(1)
            .move(x - 5.6 * side, y + 0.5)
            .quadratic(x - 6 * side, y + 7.6, x + 1 * side, y + 7.8)
            .quadratic(x + 6.6 * side, y + 7, x + 6.4 * side, y + 1.6)
            .quadratic(x + 3 * side, y + 3.4, x - 0.5 * side, y + 2.6)
            .quadratic(x - 3.4 * side, y + 3, x - 5.6 * side, y + 0.5)
            .close(),
          dark,
        )
      : "";
  const smile = new Path(1)
    .move(x + 0.2 * side, y + 3.6)
    .quadratic(x + 2.4 * side, y + 5.2, x + 4.6 * side, y + 3.2);
  return [
    beard,
    disc(x + 0.6 * side, y + 0.5, 0.75, dark),
    disc(x + 4.3 * side, y + 0.5, 0.75, dark),
    stroked(smile, face === "bearded" ? "#e8c9ae" : dark, 0.8),
  ].join("");
}
