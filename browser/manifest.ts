import { themeColor } from "./theme-color.ts";

/** The icons to draw, by file. `maskable` ones fill their square. */
export const manifestIcons = [
  { file: "icon-192.png", size: 192, purpose: "any" },
  { file: "icon-512.png", size: 512, purpose: "any" },
  { file: "icon-maskable-512.png", size: 512, purpose: "maskable" },
] as const;

/** What the site's web app manifest and the desk's have in common. */
export const manifest = {
  lang: "en-US",
  theme_color: themeColor,
  background_color: themeColor,
  icons: manifestIcons.map(({ file, size, purpose }) => ({
    src: `/${file}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  })),
};
