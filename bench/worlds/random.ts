import { createHash } from 'node:crypto';

/** A seeded source of choices (mulberry32). The same seed gives the same choices on every machine, for ever. */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = createHash('md5').update(seed).digest().readUInt32LE(0);
  }

  /** A number from 0 up to, not including, `count`. */
  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new Error('There is nothing to pick from.');
    return values[this.below(values.length)] as T;
  }

  /** This many different values, fewer where there are no more. */
  sample<T>(values: readonly T[], count: number): T[] {
    const left = [...values];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) taken.push(...left.splice(this.below(left.length), 1));
    return taken;
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let word = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 0x1_0000_0000;
  }
}
