import { crew, figure } from "../figures.ts";
import { between, type Point } from "../geometry.ts";
import { mixed, token, type Weather } from "../palette.ts";
import { disc, filled, type Markup, mirrored, Path, placed, rectangle, stroked } from "../svg.ts";
import { cutFace } from "./timber.ts";

/** The color of rubber. */
export const tyre = "#1b1d1c";
const steel = "#9aa5a3";
const steelShade = "#66716f";

/** Draws a wheel that stands on the ground at x. */
export const wheel = (x: number, r: number): Markup =>
  disc(x, -r, r, tyre) + disc(x, -r, r * 0.56, steel) + disc(x + 1.5, -r + 1, r * 0.4, steelShade);

/** A walk-behind stump grinder, 2.5 m long, with its cutting wheel on the left. The origin is on the ground. */
export const stumpGrinder: Markup = [
  stroked("M17.9-28.2L39.7-32", steelShade, 3.2),
  stroked("M37.1-35.2l5.8 6.4", tyre, 3.2),
  filled("M-15.4-23L-42.2-16.6l-1.3-6.4 28.2-11.5z", steelShade),
  filled("M-14.1-39.7h30.7q5.1 0 6.4 5.1l3.8 17.9h-41z", token("canopy-700")),
  filled("M-14.1-39.7h30.7q5.1 0 6.4 5.1h-37.1z", token("canopy-500")),
  filled("M11.5-34.6h11.5l3.8 17.9h-15.4z", token("canopy-900")),
  rectangle(-10.2, -29.4, 16.6, 3.2, token("lime-400")),
  rectangle(-2.6, -47.4, 11.5, 7.7, tyre),
  rectangle(1.3, -51.2, 3.2, 4.5, steelShade),
  // The guard, and the wheel with its teeth.
  disc(-44.8, -11.5, 12.2, steelShade),
  stroked(
    "M-44.8-24.3v2.6M-35.8-20.5l-1.9 1.9M-32-11.5h2.6M-53.8-20.5l1.9 1.9M-57.6-11.5h-2.6M-35.8-2.6l-1.9-1.9M-53.8-2.6l1.9-1.9M-44.8 1.3v-2.6",
    steel,
    2.6,
  ),
  disc(-44.8, -11.5, 4.5, tyre),
  filled(
    "M-58.9-14.1a14.1 14.1 0 0 1 28.2-2.6l-5.1 1.3a9.6 9.6 0 0 0-17.9 1.3z",
    token("orange-500"),
  ),
  wheel(14.1, 10.9),
  wheel(-11.5, 7.7),
].join("");

/** Draws a towed chipper, 4 m long: infeed on the left, chute on the right, or the reverse in the same light. */
export function chipper(weather: Weather, turnedRound = false): Markup {
  const parts = [
    stroked("M-30-24h-70", steelShade, 6),
    filled("M-112-68l52 14v34h-52l-10 4v-60z", steelShade),
    filled("M-112-68l52 14v10l-62-16z", steel),
    filled("M-60-72h76v54h-76z", token("orange-500")),
    filled("M-60-72h76v8h-76z", mixed(token("orange-500"), "#ffffff", 0.25)),
    rectangle(turnedRound ? -60 : 0, -64, 16, 46, token("orange-600")),
    filled("M-14-72l6-46 34-16 20 6-4 10-16-3-16 9-2 40z", steelShade),
    filled("M-14-72l6-46 34-16 3 1-30 16-4 45z", steel),
    rectangle(20, -58, 40, 40, steelShade),
    rectangle(20, -58, 40, 7, steel),
    stroked("M28-44h24M28-37h24M28-30h24", tyre, 2.5),
    rectangle(-64, -18, 128, 7, tyre),
    wheel(-6, 19),
    rectangle(56, -16, 34, 4, weather.paving),
  ];
  return turnedRound ? mirrored(...parts) : parts.join("");
}

/** Draws a truck, facing left, that carries a crane or a bucket. Its bed ends at `end`. */
function carrier(weather: Weather, end: number, ...wheels: number[]): Markup {
  const body = token("paper-100");
  return [
    rectangle(-170, -40, end + 170, 18, tyre),
    filled("M-180-30v-38q0-6 6-8l14-34q2-6 10-6h52v86z", body),
    filled("M-122-116h24v86h-24z", mixed(body, weather.shadow, 0.28)),
    filled("M-152-106h24v32h-38z", weather.glass),
    filled("M-152-106h12l-16 32h-10z", mixed(weather.glass, "#ffffff", 0.4)),
    rectangle(-182, -44, 12, 9, token("paper-50")),
    rectangle(-94, -62, end + 94, 24, token("canopy-700")),
    rectangle(-94, -62, end + 94, 6, token("canopy-500")),
    rectangle(-94, -44, end + 94, 4, token("lime-400")),
    ...wheels.map((x) => wheel(x, 22)),
  ].join("");
}

/** Draws a crane truck, 9 m long, on its outriggers. The boom reaches from its turntable to a point. */
export const craneTruck = (weather: Weather, tip: Point): Markup =>
  [
    boom([112, -104], tip),
    stroked(new Path().move(52, -80).line(between([112, -104], tip, 0.22)), steelShade, 10),
    carrier(weather, 180, -140, 20, 72, 124),
    stroked("M-62-30l-16 26M166-30l14 26", steelShade, 8),
    filled("M-94 0v-6h32v6zM164 0v-6h32v6z", tyre),
    filled("M40-62v-20h40l16-36h32l10 36h30v20z", steelShade),
    filled("M136-92h40v30h-40zM30-66h120v6H30z", tyre),
    disc(112, -104, 8, steel),
    filled("M0-62v-46h34l12 18v28z", token("paper-100")),
    filled("M6-102h24l8 14v14H6z", weather.glass),
  ].join("");

/** Draws a bucket truck, 7 m long. Its arm reaches over the elbow to the floor of the bucket, with a man and his saw. */
export const bucketTruck = (
  weather: Weather,
  elbow: Point,
  floor: Point,
  options: Parameters<typeof figure>[4],
): Markup =>
  [
    filled("M14-62l8-34h36l8 34z", steelShade),
    tube([40, -92], elbow, 20),
    tube(elbow, [floor[0], floor[1] - 8], 16),
    disc(...elbow, 14, steelShade),
    carrier(weather, 96, -140, 50),
    disc(40, -92, 9, steel),
    figure("aloft", floor[0], floor[1] - 4, 1, { clothes: crew[1], ...options }),
    placed(...floor, 1, bucket),
  ].join("");

/** Draws a part of a boom or an arm. */
const tube = (from: Point, to: Point, width: number): Markup =>
  stroked(new Path(1).move(...from).line(to), "#b9b7a4", width) +
  stroked(new Path(1).move(...from).line(to), token("paper-100"), width * 0.5);

/** Draws a telescoping boom from its foot to its tip, in three sections that get thinner. */
const boom = (from: Point, to: Point): Markup =>
  tube(between(from, to, 0.6), to, 17) +
  tube(between(from, to, 0.3), between(from, to, 0.66), 23) +
  tube(from, between(from, to, 0.38), 30) +
  disc(...to, 10, steelShade);

/** The bucket, 1 m wide, which is drawn over the person in it. The origin is its floor. */
const bucket: Markup =
  filled("M-22-44h44l-4 46h-36z", token("paper-50")) +
  filled("M4-44h18l-4 46h-14z", "#c9c7b6") +
  rectangle(-24, -48, 48, 6, steelShade) +
  rectangle(-20, -26, 40, 5, token("lime-400"));

/** Draws a skid-steer loader, 3.2 m long, facing left, with its grapple around a log. */
export function loader(weather: Weather): Markup {
  return [
    stroked("M44-58L-44-66-70-30", token("canopy-700"), 9),
    filled("M-16-96h50q6 0 6 6v44h-62z", steelShade),
    filled("M-8-88h22v34h-28z", weather.glass),
    filled("M-30-52h86q6 0 6 6v24h-92z", token("canopy-700")),
    filled("M-30-52h86q4 0 5 5h-91z", token("canopy-500")),
    rectangle(-30, -32, 92, 4, token("lime-400")),
    placed(-92, -30, 1, cutFace(24, 24, weather.wood, 3)),
    stroked("M-70-44q-20-20-42 4M-68-26q-6 26-38 20", steel, 6),
    ...[-14, 40].map((x) => wheel(x, 17)),
  ].join("");
}

/** Draws a parked car, 4.4 m long, facing left. */
export function car(weather: Weather, color: string): Markup {
  const shade = mixed(color, weather.shadow, 0.4);
  return [
    filled(
      "M-88-20q-2-18 10-21l30-5 22-21q4-4 12-4h40q8 0 14 5l24 22 16 3q10 2 10 12v11q0 4-4 4h-168q-6 0-6-6z",
      color,
    ),
    filled("M-88-26h178v12q0 2-4 2h-168q-6 0-6-6z", shade),
    filled("M-38-46l16-15q3-3 8-3h10v18zM2-64h24q6 0 10 4l16 14h-50z", weather.glass),
    filled("M-38-46l16-15q3-3 8-3l-12 18z", mixed(weather.glass, "#ffffff", 0.35)),
    stroked("M-1-64v40", shade, 2.5),
    rectangle(-88, -34, 9, 7, token("paper-50")),
    rectangle(82, -36, 8, 8, token("orange-500")),
    ...[-52, 52].map((x) => wheel(x, 15)),
  ].join("");
}
