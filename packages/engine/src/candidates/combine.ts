import type { Provider } from '../provider.ts';
import type { Candidate } from './candidate.ts';
import { Choices } from './choices.ts';
import { Completion } from './completion.ts';
import type { Options, TreeView } from './tree-look.ts';
import { type Paused, paused, type Work } from './work.ts';

/**
 * The candidates at one anchor, under rules about several slots: an option for every slot, in all ways that hold together.
 * Choices are made slot by slot and given up as soon as a rule is broken, so what cannot become a candidate is not enumerated.
 *
 * Works like an odometer: `#cursors` are the wheels, one per slot, the last turns fastest. With slots [a b] [c d]
 * the candidates come as ac, ad, bc, bd. All it needs of the world is in the view, so the world may change meanwhile.
 */
export class Combinations {
  readonly #view: TreeView;
  readonly #options: Options;
  readonly #choices: Choices;
  #completion: Completion | null = null;
  readonly #work: Work;
  readonly #stepsPerOption: number;
  /** For each slot, which of its options comes next. */
  readonly #cursors: number[];
  /** The slot whose turn it is; -1: there are no more candidates. */
  #slot = 0;
  #foundCount = 0;
  /** For each slot, how many candidates there were when the search came to it. */
  readonly #foundBefore: number[];
  /** Ways that were followed in vain, and how many of them there may be until it is asked whether the next one would be. */
  #vainCount = 0;
  #vainMax: number;
  readonly #patience: number;
  #patienceLeft: number;

  constructor(view: TreeView, work: Work, { vainMax = 50, patience = 20_000 }: CombinationsOptions = {}) {
    this.#view = view;
    this.#options = view.options;
    this.#work = work;
    this.#choices = new Choices(view, work);
    this.#stepsPerOption = 1 + this.#choices.constraints.length;
    this.#vainMax = vainMax;
    this.#patience = patience;
    this.#patienceLeft = patience;
    const { zeros } = view.plan.blank;
    this.#cursors = zeros.slice();
    this.#foundBefore = zeros.slice();
  }

  /** Whether the rules, each for itself, leave room for a candidate. */
  get canBeFilled(): boolean {
    const effort = { left: glance };
    const can = this.#choices.constraints.every((constraint) => constraint.leavesRoom(effort));
    this.#work.spend((glance - effort.left) >> 2);
    return can;
  }

  /** The next one, or null when there are no more; tired: others should have their turn before this tree is gone on with. */
  next(): Candidate | null | Paused | Tired {
    const last = this.#options.length - 1;
    while (this.#slot >= 0) {
      if (this.#patienceLeft < 0) {
        this.#patienceLeft = this.#patience;
        return tired;
      }
      const slot = this.#slot;
      const outcome = this.#chooseNext(slot);
      if (outcome === paused) return paused;
      if (!outcome) {
        if (this.#foundBefore[slot] === this.#foundCount) this.#vainCount++;
        this.#slot--;
      } else if (slot === last) {
        this.#foundCount++;
        // What it takes to write it, too.
        this.#work.spend(2 * this.#options.length);
        this.#patienceLeft = this.#patience;
        return { anchor: this.#view.anchor, providers: this.#chosen() };
      } else if (!this.#isInVain()) {
        this.#slot++;
        this.#enter(this.#slot);
      }
    }
    return null;
  }

  #chosen(): Provider[] {
    const { members } = this.#view;
    return this.#choices.chosen.map((position) => members[position] as Provider);
  }

  /** Whether it is known that what is chosen leads nowhere. */
  #isInVain(): boolean {
    if (this.#vainCount < this.#vainMax) return false;
    const effort = { left: look };
    this.#completion ??= new Completion(this.#choices);
    const isPossible = this.#completion.isPossible(effort);
    const spent = look - effort.left;
    this.#work.spend(spent);
    this.#patienceLeft -= spent;
    // What is too hard to find out for one is so for the next: it is not asked again soon.
    if (isPossible === null) this.#vainMax = this.#vainCount * 2 + 1;
    return isPossible === false;
  }

  #enter(slot: number): void {
    this.#foundBefore[slot] = this.#foundCount;
    this.#cursors[slot] = this.#choices.firstOf(slot);
  }

  /** Turns the wheel of a slot to its next option that holds; false when there is none. */
  #chooseNext(slot: number): boolean | Paused {
    const options = this.#options[slot] as readonly number[];
    const choices = this.#choices;
    const steps = this.#stepsPerOption;
    // With its own choice given back, the others say where its options end.
    if ((choices.chosen[slot] as number) >= 0) choices.giveBack(slot);
    const end = choices.endOf(slot);
    for (let cursor = this.#cursors[slot] as number; cursor < end; cursor++) {
      this.#cursors[slot] = cursor;
      if (this.#work.mustPause()) return paused;
      this.#work.spend(steps);
      this.#patienceLeft -= steps;
      const position = options[cursor] as number;
      if (!choices.allows(slot, position) || !choices.take(slot, position)) continue;
      this.#cursors[slot] = cursor + 1;
      return true;
    }
    return false;
  }
}

export interface CombinationsOptions {
  readonly vainMax?: number | undefined;
  /** Steps after which the others should have their turn, if there was no candidate. */
  readonly patience?: number | undefined;
}

export const tired = Symbol('tired');
export type Tired = typeof tired;

/** What may be looked at to see whether a tree is worth trying, and whether choices are worth to be followed. */
const glance = 2_000;
const look = 20_000;
