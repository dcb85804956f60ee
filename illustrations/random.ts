import { mulberry32 } from "browser/mulberry32.ts";

/** A seeded source of random numbers. The same seed draws the same tree on every machine. */
export type Random = ReturnType<typeof random>;

/** Returns random numbers for a seed. 32 bits of state are enough for a leaf. */
export function random(seed: number) {
  const next = mulberry32(seed);
  return {
    /** Returns a number from `low` up to `high`. */
    between: (low: number, high: number) => low + next() * (high - low),
    /** Returns true in `share` of the calls (0 to 1). */
    chance: (share: number) => next() < share,
    pick<T>(items: readonly [T, ...T[]]): T {
      return items[Math.floor(next() * items.length)] ?? items[0];
    },
  };
}
