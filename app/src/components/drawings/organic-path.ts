import { mulberry32 } from "browser/mulberry32";

/** Returns the path of a tree ring: a closed line whose radius varies by `wobble`, a share of the radius. */
export function ringPath(
  center: number,
  radius: number,
  wobble: number,
  seed: number,
  decimals = 1,
): string {
  const random = mulberry32(seed);
  const corners = Array.from({ length: 9 }, (_, i) => {
    const angle = (i / 9) * 2 * Math.PI;
    // The curve runs through the midpoints between the corners, which are inside the corners by this factor.
    const distance = (radius / 0.94) * (1 + wobble * (2 * random() - 1));
    return [center + distance * Math.cos(angle), center + distance * Math.sin(angle)] as const;
  });
  const written = (...numbers: number[]) => numbers.map((it) => it.toFixed(decimals)).join(" ");
  const middles = corners.map(([x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % 9] ?? [x, y];
    return written((x + nextX) / 2, (y + nextY) / 2);
  });
  const curves = corners.map((corner, i) => `${written(...corner)} ${middles[i]}`);
  return `M${middles[8]}Q${curves.join(" ")}Z`;
}

/** Returns the outline of a leafy crown: an ellipse whose edge is a row of lobes of uneven size. */
export function crownPath(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  lobes: number,
  seed: number,
): string {
  const random = mulberry32(seed);
  const points = Array.from({ length: lobes }, (_, i) => {
    const angle = ((i + 0.55 * (random() - 0.5)) / lobes) * 2 * Math.PI;
    const distance = 0.9 + 0.14 * random();
    return [cx + rx * distance * Math.cos(angle), cy + ry * distance * Math.sin(angle)] as const;
  });
  const n = (value: number) => value.toFixed(1);
  const [startX, startY] = points[0] ?? [cx, cy];
  let path = `M${n(startX)} ${n(startY)}`;
  for (let i = 1; i <= lobes; i++) {
    const [fromX, fromY] = points[i - 1] ?? [cx, cy];
    const [x, y] = points[i % lobes] ?? [cx, cy];
    const radius = Math.hypot(x - fromX, y - fromY) * (0.53 + 0.1 * random());
    path += `A${n(radius)} ${n(radius)} 0 0 1 ${n(x)} ${n(y)}`;
  }
  return `${path}Z`;
}
