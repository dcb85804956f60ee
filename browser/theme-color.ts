import { readFileSync } from "node:fs";

const palette = readFileSync(new URL("../palette.css", import.meta.url), "utf8");
const [, ground] = /--color-canopy-900: (#\w{6});/.exec(palette) ?? [];
if (!ground) throw new Error("palette.css has no color --color-canopy-900");

/** The color of the browser's interface, and the background of the icons. */
export const themeColor = ground;
