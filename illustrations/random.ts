/** A seeded source of numbers: the same seed draws the same tree on every machine. */
export type Random = ReturnType<typeof random>;

/** Mulberry32: 32 bits of state are plenty for a leaf. */
export function random(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
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
