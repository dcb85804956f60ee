/** The icons to draw for the manifest, by file. `maskable` ones fill their square. */
export const manifestIcons = [
  { file: "icon-192.png", size: 192, purpose: "any" },
  { file: "icon-512.png", size: 512, purpose: "any" },
  { file: "icon-maskable-512.png", size: 512, purpose: "maskable" },
] as const;
