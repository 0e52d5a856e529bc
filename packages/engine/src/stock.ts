import type { ClassName } from './ids.ts';
import { capacityOf } from './inventory.ts';
import { type Provider, usedOf } from './provider.ts';
import { chunkOf, placeOf, ProviderSet, type ReadonlyProviderSet } from './provider-set.ts';
import type { Roster } from './roster.ts';

/** What is left of a class, as a column over the providers. */
export interface ReadonlyStock {
  /** Those that have an inventory of it. */
  readonly providers: ReadonlyProviderSet;
  /** Of these, those that do not hand out every amount up to what is left: by their smallest unit or their step. */
  readonly choosy: ReadonlyProviderSet;
  /** The most that a provider gives to one consumer now; -1 when it gives nothing, or has no inventory. */
  leftAt(provider: Provider): number;
  /** The same for the places of a chunk; undefined when none of them has an inventory. */
  leftIn(chunk: number): Int32Array | undefined;
  /** No place of the chunk has more left than this. */
  mostIn(chunk: number): number;
}

/*
 * One number per provider says whether an amount fits: amounts are whole, so used + amount ≤ capacity exactly if amount ≤
 * ⌊capacity⌋ − used, whatever the capacity's fraction; and the largest unit is a whole number too, below 2³¹.
 */
export class Stock implements ReadonlyStock {
  readonly providers: ProviderSet;
  readonly choosy: ProviderSet;
  readonly #left: (Int32Array | undefined)[] = [];
  readonly #most: number[] = [];
  /** How often something with the most has become less since that was counted last. */
  readonly #doubts: number[] = [];

  constructor(roster: Roster) {
    this.providers = new ProviderSet(roster);
    this.choosy = new ProviderSet(roster);
  }

  leftAt({ index }: Provider): number {
    return this.#left[chunkOf(index)]?.[placeOf(index)] ?? nothing;
  }

  leftIn(chunk: number): Int32Array | undefined {
    return this.#left[chunk];
  }

  mostIn(chunk: number): number {
    return this.#most[chunk] ?? nothing;
  }

  /** To be called whenever a provider's inventory of the class or its usage has changed. */
  renew(provider: Provider, resourceClass: ClassName): void {
    const inventory = provider.inventories.get(resourceClass);
    if (!inventory) {
      this.#remove(provider);
      return;
    }
    this.providers.add(provider);
    if (inventory.minUnit > 1 || inventory.stepSize > 1) this.choosy.add(provider);
    else this.choosy.delete(provider);
    const free = Math.floor(capacityOf(inventory)) - usedOf(provider, resourceClass);
    const chunk = chunkOf(provider.index);
    const left = (this.#left[chunk] ??= new Int32Array(1024).fill(nothing));
    this.#set(left, chunk, placeOf(provider.index), Math.max(nothing, Math.min(free, inventory.maxUnit)));
  }

  /** The most is never too low. To keep it exact would cost a count with every claim, so that is done now and then. */
  #set(left: Int32Array, chunk: number, place: number, value: number): void {
    const before = left[place] as number;
    left[place] = value;
    const most = this.#most[chunk] ?? nothing;
    if (value > most) this.#most[chunk] = value;
    else if (before === most && value < most) {
      const doubts = (this.#doubts[chunk] ?? 0) + 1;
      this.#doubts[chunk] = doubts % maxDoubts;
      if (doubts === maxDoubts) this.#most[chunk] = left.reduce((a, b) => Math.max(a, b));
    }
  }

  #remove(provider: Provider): void {
    this.providers.delete(provider);
    this.choosy.delete(provider);
    const chunk = chunkOf(provider.index);
    const left = this.#left[chunk];
    if (left) this.#set(left, chunk, placeOf(provider.index), nothing);
    if (this.providers.words(chunk) !== undefined) return;
    this.#left[chunk] = undefined;
    this.#most[chunk] = nothing;
  }
}

const nothing = -1;
const maxDoubts = 64;
