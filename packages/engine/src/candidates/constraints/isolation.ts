import { canAllBePlaced } from '../matching.ts';
import type { Options } from '../tree-look.ts';
import type { Constraint, Effort } from './constraint.ts';

/** C10: suffixed groups have providers of their own; the group without a suffix may use any of them. */
export class Isolation implements Constraint {
  readonly #spreadCount: number;
  readonly #options: Options;
  /** By slot; -1: none. */
  readonly #chosen: readonly number[];
  /** By position. */
  readonly #isTaken: boolean[] = [];

  constructor(spreadCount: number, options: Options, chosen: readonly number[]) {
    this.#spreadCount = spreadCount;
    this.#options = options;
    this.#chosen = chosen;
  }

  allows(slot: number, position: number): boolean {
    return slot < this.#spreadCount || this.#isTaken[position] !== true;
  }

  take(slot: number, position: number): boolean {
    if (slot >= this.#spreadCount) this.#isTaken[position] = true;
    return true;
  }

  giveBack(slot: number, position: number): void {
    if (slot >= this.#spreadCount) this.#isTaken[position] = false;
  }

  leavesRoom(effort: Effort): boolean {
    const options = this.#options.filter(
      (_, slot) => slot >= this.#spreadCount && (this.#chosen[slot] as number) < 0,
    );
    return canAllBePlaced(options, (position) => (this.#isTaken[position] === true ? 0 : 1), effort);
  }

  kindOf(): string {
    return '';
  }

  isInSameState(one: number, other: number): boolean {
    return (this.#isTaken[one] === true) === (this.#isTaken[other] === true);
  }
}
