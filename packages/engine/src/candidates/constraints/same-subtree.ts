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
  /** After the last choice. */
  #state: State = nothingChosen;
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
    const before = this.#state;
    const first = Math.min(before.first, position);
    const last = Math.max(before.last, position);
    const top = this.#highestTop(slot, first, last);
    if (top < 0) return false;
    this.#state = { from: top, to: this.#shape.ends[top] as number, first, last, before };
    if (this.#times !== null) this.#times[position] = (this.#times[position] ?? 0) + 1;
    return true;
  }

  giveBack(slot: number, position: number): void {
    if (this.#isOurs[slot] !== true) return;
    this.#state = this.#state.before as State; // It was chosen, so there was something before.
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

  /** The highest that all chosen are below, or are, and that is chosen or may yet be; -1: there is none. */
  #highestTop(filling: number, first: number, last: number): number {
    const { ends, parents } = this.#shape;
    // Of those that are chosen, it can only be the first: what is above has a lower position.
    let highest = last < (ends[first] as number) ? first : -1;
    let before: readonly number[] | null = null;
    for (const slot of this.#slots) {
      if (slot === filling || (this.#chosen[slot] as number) >= 0) continue;
      const options = this.#options[slot] as readonly number[];
      // Groups that ask for the same have the same options.
      if (options === before) continue;
      before = options;
      const top = this.#highestAbove(options, first);
      if (top >= 0 && last < (ends[top] as number) && (highest < 0 || top < highest)) highest = top;
      if (highest >= 0 && (parents[highest] as number) < 0) break;
    }
    this.#work.spend(1 + (this.#slots.length >> 1));
    return highest;
  }

  /** Of the options, the highest that the position is below, or is; -1: none. If that has not all below it, none has. */
  #highestAbove(options: readonly number[], position: number): number {
    const { parents } = this.#shape;
    let highest = -1;
    let length = 0;
    for (let at = position; at >= 0; at = parents[at] as number) {
      if (++length > shortPath) return this.#highestOf(options)[position] as number;
      if (options[firstAtLeast(options, at)] === at) highest = at;
    }
    return highest;
  }

  #highestOf(options: readonly number[]): Int32Array {
    this.#highest ??= new Map();
    return this.#highest.getOrInsertComputed(options, () => this.#allHighest(options));
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

/** What is chosen: where all have to be, and the first and last position. */
interface State {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
  /** Without the last choice. */
  readonly before: State | null;
}

const nothingChosen: State = { from: 0, to: Infinity, first: Infinity, last: -1, before: null };

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
