import type { Provider } from '../provider.ts';
import type { Candidate } from './candidate.ts';
import type { CompiledRequest } from './compile-request.ts';
import type { Constraint } from './constraints/constraint.ts';
import { Isolation } from './constraints/isolation.ts';
import { OnePerTree } from './constraints/one-per-tree.ts';
import { RoomLeft } from './constraints/room-left.ts';
import { SameSubtree } from './constraints/same-subtree.ts';
import { TraitCover } from './constraints/trait-cover.ts';
import { DeadEnds } from './dead-ends.ts';
import type { Options } from './options.ts';

/**
 * The candidates at one anchor: an option for every slot, in all ways that hold together. Choices are made slot by
 * slot and given up as soon as a rule is broken, so what cannot become a candidate is not enumerated.
 *
 * Works like an odometer: `#positions` are the wheels, one per slot, the last turns fastest. With slots [a b] [c d]
 * the candidates come as ac, ad, bc, bd.
 */
export class Combinations {
  readonly anchor: Provider;
  readonly options: Options;
  readonly #constraints: readonly Constraint[];
  readonly #deadEnds: DeadEnds | null;
  /** What is chosen so far; its length is the number of slots filled. */
  readonly #chosen: Provider[] = [];
  readonly #positions: number[] = [];
  readonly #maxSteps: number;
  #stepsLeft: number;
  #foundCount = 0;
  /** For each slot, how many candidates there were when the search came to it. */
  readonly #foundBefore: number[] = [];

  constructor(
    compiled: CompiledRequest,
    anchor: Provider,
    options: Options,
    { maxSteps = 20_000, vainMax = 50 }: { readonly maxSteps?: number; readonly vainMax?: number } = {},
  ) {
    this.#maxSteps = maxSteps;
    this.#stepsLeft = maxSteps;
    this.anchor = anchor;
    this.options = options;
    this.#constraints = constraintsOf(compiled, options);
    // Where every choice goes with every other, nothing is in vain.
    this.#deadEnds =
      this.#constraints.length === 0 ? null : new DeadEnds(this.#constraints, options, vainMax);
  }

  /** Gave up: in so many steps no candidate was found, and there may be one. */
  get gaveUp(): boolean {
    return this.#stepsLeft === 0;
  }

  /** Whether the rules, each for itself, leave room for a candidate. */
  get canBeFilled(): boolean {
    return this.#constraints.every((constraint) => constraint.leavesRoomFrom(0));
  }

  /** The next one, or null when there are no more. */
  next(): Candidate | null {
    const last = this.options.length - 1;
    this.#stepsLeft = this.#maxSteps;
    // After a candidate, go on from its last choice.
    let slot = this.#chosen.length === 0 ? this.#enter(0) : last;
    while (slot >= 0 && --this.#stepsLeft > 0) {
      if (!this.#chooseNext(slot)) {
        if (this.#foundBefore[slot] === this.#foundCount) this.#deadEnds?.add(slot);
        slot--;
      } else if (slot < last) {
        slot = this.#deadEnds?.includes(slot + 1) ? slot : this.#enter(slot + 1);
      } else {
        this.#foundCount++;
        return { anchor: this.anchor, providers: this.#chosen.slice() };
      }
    }
    return null;
  }

  /** Takes note of all that it needs to know of the world, so that it can be gone on with while the world changes. */
  hold(): void {
    for (const constraint of this.#constraints) constraint.hold();
  }

  #enter(slot: number): number {
    this.#foundBefore[slot] = this.#foundCount;
    return slot;
  }

  /** Turns the wheel of a slot to its next option that holds; false, and back to the start, when there is none. */
  #chooseNext(slot: number): boolean {
    const options = this.options[slot] as readonly Provider[];
    const isChosen = this.#chosen.length > slot;
    let position = 0;
    if (isChosen) {
      this.#giveBack(slot);
      position = (this.#positions[slot] as number) + 1;
    }
    for (; position < options.length; position++) {
      const provider = options[position] as Provider;
      if (!this.#take(slot, provider)) continue;
      this.#positions[slot] = position;
      return true;
    }
    return false;
  }

  #take(slot: number, provider: Provider): boolean {
    const constraints = this.#constraints;
    for (let index = 0; index < constraints.length; index++) {
      if ((constraints[index] as Constraint).take(slot, provider)) continue;
      while (--index >= 0) (constraints[index] as Constraint).giveBack(slot, provider);
      return false;
    }
    this.#chosen.push(provider);
    return true;
  }

  #giveBack(slot: number): void {
    const provider = this.#chosen.pop() as Provider; // It is chosen.
    for (const constraint of this.#constraints) constraint.giveBack(slot, provider);
  }
}

function constraintsOf(compiled: CompiledRequest, options: Options): Constraint[] {
  const { request, spread, spreadCount, isIsolated, contended, subtrees } = compiled;
  const constraints: Constraint[] = contended.map((contention) => new RoomLeft(contention, options));
  if (isIsolated) constraints.push(new Isolation(spreadCount, options));
  if (spread && spread.required.length > 0) constraints.push(new TraitCover(spread, spreadCount, options));
  for (const slots of subtrees) constraints.push(new SameSubtree(slots, options));
  if (!request.allowsNested) constraints.push(new OnePerTree(options));
  return constraints;
}
