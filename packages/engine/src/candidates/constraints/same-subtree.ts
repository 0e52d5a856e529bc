import type { Options, TreeView } from '../tree-look.ts';
import type { Subtree } from '../tree-plan.ts';
import type { TreeShape } from '../tree-shape.ts';
import type { Work } from '../work.ts';
import type { Constraint } from './constraint.ts';

/**
 * C11: of the providers of some slots, one is the top: all of them lie below it, or are it. One for each such rule.
 *
 * As soon as one is chosen, only those above it can be the top, and the highest that still can be says in which range all others
 * have to be.
 */
export class SameSubtree implements Constraint {
  /** The rule's slots, in their order. */
  readonly #slots: readonly number[];
  readonly #options: Options;
  readonly #shape: TreeShape;
  /** By slot; -1: none. */
  readonly #chosen: readonly number[];
  /** By slot. */
  readonly #isOurs: readonly boolean[];
  /** After each choice: where all have to be, and the first and last position that is chosen. */
  readonly #states: State[] = [everywhere];
  /** By position, for how many slots it is chosen; counted from when it is asked first. */
  #times: (number | undefined)[] | null = null;
  readonly #work: Work;
  /** In deep trees, by options: for each position, the highest one above it, or itself, that is an option; -1: none is. */
  #highest: Map<readonly number[], Int32Array> | null = null;

  constructor(
    { slots, isOurs }: Subtree,
    { options, shape }: TreeView,
    chosen: readonly number[],
    work: Work,
  ) {
    this.#slots = slots;
    this.#isOurs = isOurs;
    this.#options = options;
    this.#shape = shape as TreeShape; // It is noted where there is such a rule.
    this.#chosen = chosen;
    this.#work = work;
  }

  /** Choices for the slot are at this position or behind it. */
  from(slot: number): number {
    return this.#isOurs[slot] === true ? this.#state.from : 0;
  }

  /** Choices for the slot are before this position. */
  to(slot: number): number {
    return this.#isOurs[slot] === true ? this.#state.to : Infinity;
  }

  allows(slot: number, position: number): boolean {
    return position >= this.from(slot) && position < this.to(slot);
  }

  take(slot: number, position: number): boolean {
    if (this.#isOurs[slot] !== true) return true;
    const { first, last } = this.#state;
    const state = { from: 0, to: 0, first: Math.min(first, position), last: Math.max(last, position) };
    const top = this.#highestTop(slot, state);
    if (top < 0) return false;
    state.from = top;
    state.to = this.#shape.ends[top] as number;
    this.#states.push(state);
    if (this.#times !== null) this.#times[position] = (this.#times[position] ?? 0) + 1;
    return true;
  }

  giveBack(slot: number, position: number): void {
    if (this.#isOurs[slot] !== true) return;
    this.#states.pop();
    if (this.#times !== null) this.#times[position] = (this.#times[position] as number) - 1;
  }

  leavesRoom(): boolean {
    return true;
  }

  /** Those with the same parent are alike, unless somebody else is below them. */
  kindOf(position: number): string | null {
    const end = this.#shape.ends[position] as number;
    for (const slot of this.#slots) {
      const options = this.#options[slot] as readonly number[];
      const next = options[firstAtLeast(options, position + 1)];
      if (next !== undefined && next < end) return null;
    }
    return `${this.#shape.parents[position]}`;
  }

  isInSameState(one: number, other: number): boolean {
    this.#times ??= this.#allTimes();
    return (this.#times[one] ?? 0) > 0 === (this.#times[other] ?? 0) > 0;
  }

  #allTimes(): number[] {
    const times: number[] = [];
    for (const slot of this.#slots) {
      const position = this.#chosen[slot] as number;
      if (position >= 0) times[position] = (times[position] ?? 0) + 1;
    }
    return times;
  }

  get #state(): State {
    return this.#states.at(-1) as State; // There is one from the beginning.
  }

  /** The highest that all chosen are below, or are, and that is chosen or may yet be; -1: there is none. */
  #highestTop(filling: number, { first, last }: Pick<State, 'first' | 'last'>): number {
    // Of those that are chosen, it can only be the first: what is above has a lower position.
    let highest = last < (this.#shape.ends[first] as number) ? first : -1;
    const path = this.#pathTo(first);
    let before: readonly number[] | null = null;
    for (const slot of this.#slots) {
      if (slot === filling || (this.#chosen[slot] as number) >= 0) continue;
      const options = this.#options[slot] as readonly number[];
      // Groups that ask for the same have the same options.
      if (options === before) continue;
      before = options;
      const top = path === null ? this.#highestAbove(slot, first) : highestIn(path, options);
      if (top >= 0 && last < (this.#shape.ends[top] as number) && (highest < 0 || top < highest))
        highest = top;
      if (highest === path?.[0]) break;
    }
    this.#work.spend(1 + (this.#slots.length >> 1));
    return highest;
  }

  /** From the highest one above a position down to itself; null where that is far. */
  #pathTo(position: number): number[] | null {
    const path: number[] = [];
    for (let at = position; at >= 0; at = this.#shape.parents[at] as number) {
      path.push(at);
      if (path.length > shortPath) return null;
    }
    return path.reverse();
  }

  /** Of the options of a slot, the highest that the position is below, or is. If that has not all below it, none has. */
  #highestAbove(slot: number, position: number): number {
    const options = this.#options[slot] as readonly number[];
    this.#highest ??= new Map();
    return this.#highest.getOrInsertComputed(options, () => this.#allHighest(options))[position] as number;
  }

  #allHighest(options: readonly number[]): Int32Array {
    const { ends } = this.#shape;
    const highest = new Int32Array(ends.length).fill(-1);
    this.#work.keep(ends.length >> 1);
    let covered = 0;
    for (const option of options) {
      if (option < covered) continue;
      covered = ends[option] as number;
      for (let position = option; position < covered; position++) highest[position] = option;
    }
    return highest;
  }
}

/** Trees are a few levels deep; to look for each one above takes less time there than to note it for all. */
const shortPath = 16;

function highestIn(path: readonly number[], options: readonly number[]): number {
  for (const position of path) if (options[firstAtLeast(options, position)] === position) return position;
  return -1;
}

interface State {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

/** Nothing is chosen yet. */
const everywhere: State = { from: 0, to: Infinity, first: Infinity, last: -1 };

/** Where in an ascending list the first number is that is at least this one. */
export function firstAtLeast(numbers: readonly number[], least: number): number {
  let from = 0;
  let to = numbers.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((numbers[middle] as number) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
