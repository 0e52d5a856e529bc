import type { Provider } from '../provider.ts';
import type { Candidate } from './candidate.ts';
import { Combinations, type CombinationsOptions, type Tired } from './combine.ts';
import { FreeCombinations } from './free-combinations.ts';
import type { TreeView } from './tree-look.ts';
import type { Paused, Work } from './work.ts';

/**
 * A tree that a search has come to, with what was seen of it. What it takes to go through its candidates is several times as large; so
 * between two turns a tree may rest, whereupon that is made again for the next turn, if there is one.
 */
export class OpenTree {
  readonly #view: TreeView;
  readonly #work: Work;
  readonly #options: CombinationsOptions;
  #combinations: Combinations | FreeCombinations | null = null;
  /** How many were given, and how many of these were found again since it rested last. */
  #givenCount = 0;
  #foundCount = 0;

  constructor(view: TreeView, work: Work, options: CombinationsOptions) {
    this.#view = view;
    this.#work = work;
    this.#options = options;
  }

  get anchor(): Provider {
    return this.#view.anchor;
  }

  /** Whether the rules, each for itself, leave room for a candidate. */
  get canBeFilled(): boolean {
    return this.#awake().canBeFilled;
  }

  /** Those from outside the tree that may be part of a candidate; some more than once. */
  *sharers(): Generator<Provider> {
    const { members, treeLength, options } = this.#view;
    if (members.length === treeLength) return;
    for (const positions of options) {
      // They come last.
      for (let index = positions.length - 1; (positions[index] ?? -1) >= treeLength; index--) {
        yield members[positions[index] as number] as Provider;
      }
    }
  }

  /** All that may be part of a candidate. */
  *providers(): Generator<Provider> {
    const found = new Set<number>();
    // Groups that ask for the same have the same options.
    for (const positions of new Set(this.#view.options))
      for (const position of positions) found.add(position);
    for (const position of found) yield this.#view.members[position] as Provider;
  }

  /** The next one, or null when there are no more; tired: others should have their turn before this tree is gone on with. */
  next(): Candidate | null | Paused | Tired {
    const combinations = this.#awake();
    for (;;) {
      const next = combinations.next();
      if (next === null || typeof next === 'symbol') return next;
      this.#foundCount++;
      if (this.#foundCount <= this.#givenCount) continue;
      this.#givenCount++;
      return next;
    }
  }

  rest(): void {
    this.#combinations = null;
    this.#foundCount = 0;
  }

  #awake(): Combinations | FreeCombinations {
    return (this.#combinations ??= this.#view.plan.isFree
      ? new FreeCombinations(this.#view, this.#work)
      : new Combinations(this.#view, this.#work, this.#options));
  }
}
