/** A seeded source of choices. The same seed gives the same choices, on every machine. */
export class Prng {
  readonly #state: Uint32Array;

  constructor(seed: string) {
    this.#state = stateFrom(seed);
    // The first values of sfc32 still resemble its seed.
    for (let round = 0; round < 12; round += 1) this.#word();
  }

  /** At least 0, below 1. */
  fraction(): number {
    return this.#word() / 0x1_0000_0000;
  }

  /** A number from 0 up to, not including, `count`. */
  below(count: number): number {
    return Math.floor(this.fraction() * count);
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** Likewise, but small ones as often as large ones: half of those between 1 and 10,000 are below 100. */
  scaledBetween(low: number, high: number): number {
    const start = Math.log(1 + low);
    const scaled = Math.exp(start + this.fraction() * (Math.log(1 + high) - start)) - 1;
    return Math.min(high, Math.max(low, Math.round(scaled)));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new Error('nothing to pick from');
    return values[this.below(values.length)] as T;
  }

  /** One of the values, each as often as its weight says. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T {
    let rest = this.below(choices.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, value] of choices) {
      rest -= weight;
      if (rest < 0) return value;
    }
    throw new Error('weights must be positive integers');
  }

  shuffled<T>(values: readonly T[]): T[] {
    const result = [...values];
    for (let last = result.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [result[last], result[other]] = [result[other] as T, result[last] as T];
    }
    return result;
  }

  /** This many different values, fewer where there are no more. */
  sample<T>(values: readonly T[], count: number): T[] {
    return this.shuffled(values).slice(0, count);
  }

  /** Between `low` and `high` different values, fewer where there are no more. */
  some<T>(values: readonly T[], low: number, high: number): T[] {
    return this.shuffled(values).slice(0, this.between(low, high));
  }

  uuid(): string {
    const hex = Array.from({ length: 4 }, () => this.#word().toString(16).padStart(8, '0')).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  /** sfc32: small, fast, and good enough for choosing. */
  #word(): number {
    const state = this.#state;
    const [a = 0, b = 0, c = 0, counter = 0] = state;
    const result = (a + b + counter) >>> 0;
    state[3] = counter + 1;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + result;
    return result;
  }
}

/** Four words out of a text (FNV-1a with four offsets). */
function stateFrom(seed: string): Uint32Array {
  const words = new Uint32Array([0x811c9dc5, 0x1b873593, 0xcc9e2d51, 1]);
  for (let at = 0; at < seed.length; at += 1) {
    for (let word = 0; word < 3; word += 1) {
      words[word] = Math.imul((words[word] as number) ^ (seed.charCodeAt(at) + word), 0x01000193);
    }
  }
  return words;
}
