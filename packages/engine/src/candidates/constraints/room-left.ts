import type { Provider } from '../../provider.ts';
import type { Contention } from '../compile-request.ts';
import { canAllBePlaced } from '../matching.ts';
import type { Options } from '../options.ts';
import type { Constraint } from './constraint.ts';

/** C9: what several slots take of one class from one provider fits together. One of these for each such class. */
export class RoomLeft implements Constraint {
  readonly #takers: Contention['takers'];
  readonly #options: Options;
  /** For each slot, what it takes; undefined: nothing of this class. */
  readonly #amounts: (number | undefined)[] = [];
  readonly #left = new Map<Provider, number>();

  constructor({ need, takers }: Contention, options: Options) {
    this.#takers = takers;
    this.#options = options;
    for (const { slot, amount } of takers) {
      this.#amounts[slot] = amount;
      for (const provider of options[slot] ?? []) this.#left.set(provider, need.stock.leftAt(provider));
    }
  }

  take(slot: number, provider: Provider): boolean {
    const amount = this.#amounts[slot];
    if (amount === undefined) return true;
    const left = this.#left.get(provider) as number; // Known for every option of its slots.
    if (left < amount) return false;
    this.#left.set(provider, left - amount);
    return true;
  }

  giveBack(slot: number, provider: Provider): void {
    const amount = this.#amounts[slot];
    if (amount !== undefined) this.#left.set(provider, (this.#left.get(provider) as number) + amount);
  }

  /** What it needs to know it has known from the beginning. */
  hold(): void {}

  /** Enough in sum, and a place for every taker if all were as small as the smallest. */
  leavesRoomFrom(slot: number): boolean {
    const takers = this.#takers.filter((taker) => taker.slot >= slot);
    if (takers.length === 0) return true;
    const options = takers.map((taker) => this.#options[taker.slot] as readonly Provider[]);
    const wanted = takers.reduce((sum, { amount }) => sum + amount, 0);
    let left = 0;
    for (const free of this.#left.values()) left += free;
    if (left < wanted) return false;
    const smallest = Math.min(...takers.map(({ amount }) => amount));
    return canAllBePlaced(options, (provider) => Math.floor((this.#left.get(provider) as number) / smallest));
  }

  notes(): string {
    return '';
  }

  notesOn(provider: Provider): string {
    return `${this.#left.get(provider)}`;
  }

  kindOf(): string {
    return '';
  }
}
