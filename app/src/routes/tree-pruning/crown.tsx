import { crownPath } from "../../components/drawings/organic-path";

/** A crown in three depths of green, lit from the upper left. */
export function Crown({
  cx,
  cy,
  rx,
  ry,
  seed,
}: {
  cx: number;
  cy: number;
  rx: number;
  ry: number;
  seed: number;
}) {
  return (
    <>
      <path d={crownPath(cx, cy, rx, ry, 13, seed)} fill="var(--color-canopy-900)" />
      <path
        d={crownPath(cx - rx * 0.1, cy - ry * 0.13, rx * 0.82, ry * 0.78, 11, seed + 1)}
        fill="var(--color-canopy-700)"
      />
      <path
        d={crownPath(cx - rx * 0.22, cy - ry * 0.3, rx * 0.52, ry * 0.46, 9, seed + 2)}
        fill="var(--color-canopy-500)"
      />
    </>
  );
}
