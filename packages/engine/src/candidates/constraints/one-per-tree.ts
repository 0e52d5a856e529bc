import type { Constraint } from './constraint.ts';

/** C12: a client that knows no trees gets no candidate that takes from two providers of one tree. */
export class OnePerTree implements Constraint {
  /** By position: a number for its tree. */
  readonly #trees: readonly number[];
  /** By the tree's number: the one position that is chosen of it, and for how many slots. */
  readonly #chosen: { position: number; times: number }[] = [];

  constructor(trees: readonly number[]) {
    this.#trees = trees;
    for (const tree of trees) this.#chosen[tree] ??= { position: -1, times: 0 };
  }

  allows(_slot: number, position: number): boolean {
    const { times, position: chosen } = this.#chosenWith(position);
    return times === 0 || chosen === position;
  }

  take(_slot: number, position: number): boolean {
    const chosen = this.#chosenWith(position);
    chosen.position = position;
    chosen.times++;
    return true;
  }

  giveBack(_slot: number, position: number): void {
    this.#chosenWith(position).times--;
  }

  leavesRoom(): boolean {
    return true;
  }

  kindOf(position: number): string {
    return `${this.#trees[position]}`;
  }

  isInSameState(one: number, other: number): boolean {
    return this.#isChosen(one) === this.#isChosen(other);
  }

  #isChosen(position: number): boolean {
    const chosen = this.#chosenWith(position);
    return chosen.times > 0 && chosen.position === position;
  }

  #chosenWith(position: number): { position: number; times: number } {
    return this.#chosen[this.#trees[position] as number] as { position: number; times: number };
  }
}
