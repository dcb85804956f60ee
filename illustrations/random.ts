import { mulberry32 } from "../app/src/components/drawings/mulberry32.ts";

/** A seeded source of numbers: the same seed draws the same tree on every machine. */
export type Random = ReturnType<typeof random>;

/** Chance for a drawing, from a seed: 32 bits of state are plenty for a leaf. */
export function random(seed: number) {
  const next = mulberry32(seed);
  return {
    /** A number from `low` up to `high`. */
    between: (low: number, high: number) => low + next() * (high - low),
    /** True in `share` of all calls (0 to 1). */
    chance: (share: number) => next() < share,
    /** One of the items. */
    pick<T>(items: readonly [T, ...T[]]): T {
      return items[Math.floor(next() * items.length)] ?? items[0];
    },
  };
}
