import type { Provider } from '../provider.ts';
import type { ReadonlyProviderSet } from '../provider-set.ts';
import { sharesViaAggregate } from '../trait.ts';
import type { World } from '../world.ts';
import type { Candidate } from './candidate.ts';
import type { Work } from './work.ts';

/**
 * C14: what only takes from sharing providers is found at every tree they share with, and is to be given once. Since the slots are
 * the same for all, two candidates are one if each slot has the same provider.
 */
export class GivenOnce {
  readonly #world: World;
  readonly #work: Work;
  #sharers: ReadonlyProviderSet | undefined;
  /** Sharers that were part of a candidate, by numbers of our own: the index of one that has gone is given again. */
  readonly #numbers = new Map<Provider, number>();
  readonly #given = new Set<string>();

  constructor(world: World, work: Work) {
    this.#world = world;
    this.#work = work;
    this.lookAgain();
  }

  /** The world may have changed. Those that shared before still count: what was found of them was given. */
  lookAgain(): void {
    this.#sharers = this.#world.providersByTrait.get(sharesViaAggregate);
  }

  isNew({ providers }: Candidate): boolean {
    if (this.#sharers === undefined && this.#numbers.size === 0) return true;
    for (const provider of providers) {
      if (this.#sharers?.has(provider) !== true && !this.#numbers.has(provider)) return true;
    }
    let key = '';
    for (const provider of providers) {
      key += `${this.#numbers.getOrInsertComputed(provider, () => this.#numbers.size)},`;
    }
    this.#work.spend(providers.length);
    if (this.#given.has(key)) return false;
    this.#given.add(key);
    this.#work.keep(key.length >> 3);
    return true;
  }
}
