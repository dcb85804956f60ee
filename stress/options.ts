/** What a proof is given: `npm run stress -- --seed N --rounds N`. */
import type { Random } from "./load/random.ts";

export interface Options {
  seed: number;
  /** made of the seed */
  random: Random;
  /** how often each part does what it does, where that is not the usual */
  rounds?: number;
}
