import { mulberry32 } from "./mulberry32";

/**
 * A tree's ring: a closed line whose distance from its centre varies by `wobble`, a share of the radius. Its numbers
 * have as many `decimals` as its drawing needs.
 */
export function ringPath(
  centre: number,
  radius: number,
  wobble: number,
  seed: number,
  decimals = 1,
): string {
  const random = mulberry32(seed);
  const corners = 9;
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * 2 * Math.PI;
    const distance = radius * (1 + wobble * (2 * random() - 1));
    return [centre + distance * Math.cos(angle), centre + distance * Math.sin(angle)] as const;
  });
  const at = (i: number) => points[(i + corners) % corners] ?? [centre, centre];
  const n = (value: number) => value.toFixed(decimals);

  let path = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let i = 0; i < corners; i++) {
    // Catmull-Rom through the corners, as cubic curves.
    const [x0, y0] = at(i - 1);
    const [x1, y1] = at(i);
    const [x2, y2] = at(i + 1);
    const [x3, y3] = at(i + 2);
    const first = `${n(x1 + (x2 - x0) / 6)} ${n(y1 + (y2 - y0) / 6)}`;
    const second = `${n(x2 - (x3 - x1) / 6)} ${n(y2 - (y3 - y1) / 6)}`;
    path += `C${first} ${second} ${n(x2)} ${n(y2)}`;
  }
  return `${path}Z`;
}

/** The outline of a leafy crown: an ellipse whose edge is a row of lobes of uneven size. */
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
