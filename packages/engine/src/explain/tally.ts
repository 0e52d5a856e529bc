import type { Provider } from '../provider.ts';

/**
 * How many trees and providers got how far through a list of checks. A provider that shares is looked at with every tree
 * it shares with, and counts once: with how far it got at best.
 */
export class Tally {
  /** At each number of checks: how many passed just that many. */
  readonly #trees: number[];
  readonly #providers: number[];
  readonly #sharers = new Map<Provider, number>();

  constructor(checkCount: number) {
    this.#trees = Array.from({ length: checkCount + 1 }, () => 0);
    this.#providers = this.#trees.slice();
  }

  countTree(passed: number): void {
    this.#trees[passed] = (this.#trees[passed] as number) + 1;
  }

  countProvider(provider: Provider, passed: number, isShared: boolean): void {
    if (isShared) this.#sharers.set(provider, Math.max(passed, this.#sharers.get(provider) ?? 0));
    else this.#providers[passed] = (this.#providers[passed] as number) + 1;
  }

  /** How many passed the check with this index and all before it. */
  leftAfter(check: number): { trees: number; providers: number } {
    let sharers = 0;
    for (const passed of this.#sharers.values()) if (passed > check) sharers++;
    return {
      trees: sumFrom(this.#trees, check + 1),
      providers: sumFrom(this.#providers, check + 1) + sharers,
    };
  }
}

function sumFrom(counts: readonly number[], first: number): number {
  return counts.slice(first).reduce((sum, count) => sum + count, 0);
}
