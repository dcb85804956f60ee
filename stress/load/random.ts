import { mulberry32 } from "browser/mulberry32.ts";
import { uuidOfTime } from "browser/uuid-of-time.ts";

/** A pseudorandom generator: the same seed gives the same numbers. */
export class Random {
  /** Returns a number from 0 to 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = mulberry32(seed);
  }

  /** Returns an integer from 0 to `bound - 1`. */
  below(bound: number) {
    return Math.floor(this.next() * bound);
  }

  between(least: number, most: number) {
    return least + this.next() * (most - least);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  /** Returns a version 4 UUID. */
  uuid() {
    const bytes = Buffer.from(Array.from({ length: 16 }, () => this.below(256)));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  /** Returns a version 7 UUID of a time in milliseconds, by default now. */
  uuidOfTime(milliseconds = Date.now()) {
    return uuidOfTime(milliseconds, this.uuid());
  }
}
