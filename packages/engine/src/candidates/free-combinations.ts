import type { Provider } from '../provider.ts';
import type { Candidate } from './candidate.ts';
import type { Options, TreeView } from './tree-look.ts';
import { type Paused, paused, type Work } from './work.ts';

/**
 * The candidates at one anchor where no rule is about several slots: every option goes with every other. They come in the
 * same order as they would among rules (combine.ts), and nothing is in vain.
 */
export class FreeCombinations {
  readonly #anchor: Provider;
  readonly #members: readonly Provider[];
  readonly #options: Options;
  readonly #work: Work;
  /** For each slot, which of its options it is at, and who that is: the next candidate, unless there are no more. */
  readonly #cursors: number[];
  readonly #current: Provider[];
  #isOver = false;

  constructor({ anchor, members, options, plan }: TreeView, work: Work) {
    this.#anchor = anchor;
    this.#members = members;
    this.#options = options;
    this.#work = work;
    this.#cursors = plan.blank.zeros.slice();
    this.#current = options.map((positions) => members[positions[0] as number] as Provider);
  }

  /** Every slot has an option. */
  get canBeFilled(): boolean {
    return true;
  }

  /** The next one, or null when there are no more. */
  next(): Candidate | null | Paused {
    if (this.#isOver) return null;
    if (this.#work.mustPause()) return paused;
    const providers = this.#current.slice();
    // What it takes to write it, too.
    this.#work.spend(3 * providers.length);
    this.#turnWheels();
    return { anchor: this.#anchor, providers };
  }

  /** The last one that can turns, and all behind it begin anew. */
  #turnWheels(): void {
    for (let slot = this.#options.length - 1; slot >= 0; slot--) {
      const positions = this.#options[slot] as readonly number[];
      const next = (this.#cursors[slot] as number) + 1;
      const cursor = next < positions.length ? next : 0;
      this.#cursors[slot] = cursor;
      this.#current[slot] = this.#members[positions[cursor] as number] as Provider;
      if (cursor > 0) return;
    }
    this.#isOver = true;
  }
}
