/** Chance that can be repeated: the same seed gives the same numbers. */

export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A number from 0 to 1 (Mulberry32: Ettinger, 2017). */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let z = this.state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `bound`. */
  below(bound: number) {
    return Math.floor(this.next() * bound);
  }

  between(least: number, most: number) {
    return least + this.next() * (most - least);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  bytes(count: number) {
    return Buffer.from(Array.from({ length: count }, () => this.below(256)));
  }

  /** A UUID, version 4. */
  uuid() {
    const bytes = this.bytes(16);
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  /** A UUID, version 7: of a time in milliseconds, by default now. */
  uuidOfTime(milliseconds = Date.now()) {
    const time = milliseconds.toString(16).padStart(12, "0");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.uuid().slice(15)}`;
  }
}
