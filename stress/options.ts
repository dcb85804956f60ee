/** The options of a proof: `npm run stress -- --seed N --rounds N`. */
import type { Random } from "./load/random.ts";

export interface Options {
  seed: number;
  /** initialized with the seed */
  random: Random;
  /** how often each part repeats, if not the default */
  rounds?: number;
}
