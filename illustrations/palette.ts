import { readFileSync } from "node:fs";

const css = readFileSync(new URL("../palette.css", import.meta.url), "utf8");
const colors = [...css.matchAll(/--color-([\w-]+): (#\w{6});/g)];
const tokens = new Map(colors.map(([, name, color]) => [name, color]));

/** Returns a color of the site by its name in `palette.css`, such as `canopy-950`. */
export function token(name: string): string {
  const color = tokens.get(name);
  if (!color) throw new Error(`palette.css has no color --color-${name}`);
  return color;
}

/** Mixes two colors. `share` is the share of the second color (0 to 1). */
export function mixed(first: string, second: string, share: number): string {
  const channel = (color: string, i: number) =>
    Number.parseInt(color.slice(1 + i * 2, 3 + i * 2), 16);
  return `#${[0, 1, 2]
    .map((i) =>
      Math.round(channel(first, i) * (1 - share) + channel(second, i) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** The colors of bark or timber: in shade, in light, and on the cut face. */
const wood = { shade: token("bark-800"), lit: token("bark-500"), cut: "#d9b98c" };
export type Wood = typeof wood;

/** The colors of leaves, which stay green whatever the company's colors are. */
export const greens = {
  leaf: "#1e5134",
  lit: "#3d7f53",
  young: "#c8f04b",
};

/** The colors of a crown's planes, from the shaded side to full light. */
const leaves = {
  shade: "#163d29",
  body: greens.leaf,
  lit: greens.lit,
  gleam: "#74a656",
};
export type Leaves = typeof leaves;

/** The colors of a crown on a dark page, on which the usual shade would disappear. */
export const onDark: Leaves = { ...leaves, shade: leaves.body, body: "#2b6843" };

/** A clear morning: the site's usual light. Light always comes from the upper left. */
export const morning = {
  /** The bands of the sky, from the top down. */
  sky: ["#c9dccb", "#d7e4d0", "#e6ead6", "#f3eed9"],
  sun: "#fcf8e3",
  cloud: token("paper-50"),
  haze: "#dfe7d2",
  leaves,
  wood,
  lawn: { shade: "#6f9c58", body: "#8fb567", lit: "#b5cd7c" },
  earth: "#a98763",
  paving: "#ddd6c3",
  /** The color of cast shadows, which cover the ground at this strength. */
  shadow: token("canopy-900"),
  shadowStrength: 0.42,
  wall: { shade: "#cfd2c0", lit: token("paper-50") },
  roof: { body: "#3d4a50", lit: "#5c6b6e" },
  glass: "#33524f",
  lamp: "#f7e08a",
  /** The share of darkness that is mixed into bricks, doors, and paint. */
  dim: 0,
};

/** The colors that depend on the time of day and the weather. */
export type Weather = typeof morning;

/** Late on a summer day. */
export const evening: Weather = {
  ...morning,
  sky: ["#c3ceb0", "#dcd9ab", "#ecdfa9", "#f6e9c2"],
  sun: "#fff6d8",
  cloud: "#fbf3d9",
  haze: "#e4dfb8",
  leaves: { shade: "#183a26", body: "#28562f", lit: "#558741", gleam: "#a9b554" },
  wood: { shade: "#432c1e", lit: "#8c6645", cut: "#e2bd85" },
  lawn: { shade: "#7c9249", body: "#97aa54", lit: "#c0c46c" },
  wall: { shade: "#cdc9ae", lit: "#faf3e0" },
};

/** The day after a storm: still overcast, with a pale gap in the clouds on the left. */
export const overcast: Weather = {
  ...morning,
  sky: ["#4b5b66", "#5e6e76", "#758486", "#93a099"],
  sun: "#b9c2b4",
  cloud: "#566670",
  haze: "#7f8f8f",
  leaves: { shade: "#10291f", body: "#1c4031", lit: "#376651", gleam: "#6b9670" },
  wood: { shade: "#2f241d", lit: "#6b5444", cut: "#d3b68c" },
  lawn: { shade: "#4a664a", body: "#5f7b57", lit: "#7a9268" },
  paving: "#a9aca3",
  shadowStrength: 0.36,
  wall: { shade: "#9ba5a0", lit: "#e3e4da" },
  roof: { body: "#2c373e", lit: "#46535a" },
  glass: "#2a4044",
};

/** Night. All light comes from the crew's own lamps, still from the left. */
export const night: Weather = {
  ...morning,
  sky: [token("canopy-950"), "#0f2521", "#15302c", "#1d3d38"],
  sun: "#2b4f47",
  cloud: "#12302b",
  haze: "#16302c",
  leaves: { shade: "#081811", body: "#0f2a1d", lit: "#1f4c35", gleam: "#6f9a55" },
  wood: { shade: "#1d1510", lit: "#6b4f38", cut: "#e6c894" },
  lawn: { shade: "#102820", body: "#17352a", lit: "#1e4232" },
  paving: "#2f3f3c",
  earth: "#3a2f24",
  shadow: "#040d09",
  shadowStrength: 0.5,
  wall: { shade: "#34443f", lit: "#8f9a90" },
  roof: { body: "#141f22", lit: "#25343a" },
  glass: "#0e1f1f",
  lamp: "#fbeeb0",
  dim: 0.55,
};

/** A quarter of an hour after sunset, after the storm: a band of light remains on the horizon. */
export const dusk: Weather = {
  ...overcast,
  sky: ["#2b3a4a", "#3b4956", "#596068", "#8f7b6c"],
  sun: "#e8b27a",
  cloud: "#38444f",
  haze: "#6d6a68",
  leaves: { shade: "#0d211a", body: "#173629", lit: "#2f5743", gleam: "#7d8f5f" },
  lawn: { shade: "#314839", body: "#3f5645", lit: "#53694f" },
  paving: "#7d7f7a",
  wall: { shade: "#6d726f", lit: "#b9b3a6" },
  roof: { body: "#20292f", lit: "#364047" },
  glass: "#1c2c32",
  dim: 0.3,
};
