import type { Contention } from '../tree-plan.ts';
import { canAllBePlaced } from '../matching.ts';
import type { Options } from '../tree-look.ts';
import type { Constraint, Effort } from './constraint.ts';
import { firstAtLeast } from './same-subtree.ts';

/** C9: what several slots take of one class from one provider fits together. One of these for each such class. */
export class RoomLeft implements Constraint {
  readonly #takers: Contention['takers'];
  readonly #options: Options;
  /** By slot; -1: none. */
  readonly #chosen: readonly number[];
  /** For each slot, what it takes; undefined: nothing of this class. */
  readonly #amounts: Contention['amounts'];
  /** By position; -1 where nobody would take. */
  readonly #left: number[];

  constructor(
    { takers, amounts }: Contention,
    left: readonly number[],
    options: Options,
    chosen: readonly number[],
  ) {
    this.#takers = takers;
    this.#amounts = amounts;
    this.#options = options;
    this.#chosen = chosen;
    this.#left = left.slice();
  }

  allows(slot: number, position: number): boolean {
    const amount = this.#amounts[slot];
    return amount === undefined || (this.#left[position] as number) >= amount;
  }

  take(slot: number, position: number): boolean {
    const amount = this.#amounts[slot];
    if (amount !== undefined) this.#left[position] = (this.#left[position] as number) - amount;
    return true;
  }

  giveBack(slot: number, position: number): void {
    const amount = this.#amounts[slot];
    if (amount !== undefined) this.#left[position] = (this.#left[position] as number) + amount;
  }

  /**
   * Enough in sum, though of each provider no more than a multiple of what all amounts are multiples of; and, for each amount,
   * a place for every taker of at least so much, if all of them took just so much. So of 11 that take 3 and 10 providers with 5,
   * one has no place, though in sum there is enough.
   */
  leavesRoom(effort: Effort): boolean {
    const takers = this.#takers.filter(({ slot }) => (this.#chosen[slot] as number) < 0);
    if (takers.length === 0) return true;
    const amounts = takers.map(({ amount }) => amount);
    const options = takers.map(({ slot }) => this.#options[slot] as readonly number[]);
    if (this.#isRoomAtOne(options, amounts, effort)) return true;
    if (!this.#hasEnoughInSum(amounts, effort)) return false;
    for (const amount of [...new Set(amounts)].sort((one, other) => one - other).slice(0, mostAmounts)) {
      const larger = options.filter((_, index) => (amounts[index] as number) >= amount);
      const placesOf = (position: number) => Math.floor((this.#left[position] as number) / amount);
      if (!canAllBePlaced(larger, placesOf, effort)) return false;
    }
    return true;
  }

  /** Whether all of them can take from the same one, as they mostly can. */
  #isRoomAtOne(options: Options, amounts: readonly number[], effort: Effort): boolean {
    let wanted = 0;
    for (const amount of amounts) wanted += amount;
    const [first, ...others] = options as readonly [readonly number[], ...(readonly number[])[]]; // There is a taker.
    for (const position of first) {
      effort.left--;
      if ((this.#left[position] as number) < wanted) continue;
      effort.left -= others.length;
      if (others.every((each) => each[firstAtLeast(each, position)] === position)) return true;
    }
    return false;
  }

  #hasEnoughInSum(amounts: readonly number[], effort: Effort): boolean {
    const divisor = amounts.reduce(commonDivisor);
    let wanted = 0;
    for (const amount of amounts) wanted += amount;
    let left = 0;
    for (const free of this.#left) {
      effort.left--;
      if (free > 0) left += free - (free % divisor);
      if (left >= wanted) return true;
    }
    return false;
  }

  kindOf(): string {
    return '';
  }

  isInSameState(one: number, other: number): boolean {
    return this.#left[one] === this.#left[other];
  }
}

/** So many different ones are common; where there are more, the smaller ones tell the most. */
const mostAmounts = 8;

function commonDivisor(one: number, other: number): number {
  while (other > 0) [one, other] = [other, one % other];
  return one;
}
