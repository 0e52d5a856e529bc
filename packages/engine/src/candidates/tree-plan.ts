import type { ClassName } from '../ids.ts';
import type { Slot } from './candidate.ts';
import type { CompiledGroup, CompiledRequest } from './compile-request.ts';
import { stepsOf, type Need } from './conjunction.ts';
import type { CandidateRequest } from './request.ts';

/** What is worked out of a request once, for all trees that have to be looked at one by one: most searches come to none. */
export interface TreePlan {
  readonly compiled: CompiledRequest;
  /** For each slot, about how many steps it takes to see whether a provider may fill it. */
  readonly stepsOf: readonly number[];
  /** For each slot, the first one that asks for the very same, so that its options are the same. */
  readonly sameAs: readonly number[];
  /** For each slot: that nothing is chosen; that nobody can fill it; 0. To be copied for each tree. */
  readonly blank: {
    readonly chosen: readonly number[];
    readonly options: readonly (readonly number[])[];
    readonly zeros: readonly number[];
  };
  /** For each slot, how much it takes in all. */
  readonly weights: readonly number[];
  /** The classes that several slots take of, so that what they take has to be added up (C9). */
  readonly contended: readonly Contention[];
  /** The same-subtree rules of several slots: one alone is always in one subtree. */
  readonly subtrees: readonly Subtree[];
  /** No rule is about several slots together (`Choices` has all of them). */
  readonly isFree: boolean;
}

/** Slots whose providers are to lie in one subtree. */
export interface Subtree {
  /** In their order. */
  readonly slots: readonly number[];
  /** By slot. */
  readonly isOurs: readonly boolean[];
}

/** A class that several slots take from. */
export interface Contention {
  readonly need: Need;
  readonly takers: readonly { readonly slot: number; readonly amount: number }[];
  /** For each slot, what it takes; undefined: nothing of this class. */
  readonly amounts: readonly (number | undefined)[];
}

export function treePlanOf(compiled: CompiledRequest): TreePlan {
  const { request, spread, granular, slots, spreadCount, isIsolated } = compiled;
  const ofSpread = spread === null ? 0 : stepsOf(spread.asked);
  const steps: number[] = [];
  const weights: number[] = [];
  const chosen: number[] = [];
  const options: (readonly number[])[] = [];
  const zeros: number[] = [];
  // Every small search that comes to a tree begins with this: one loop takes a fraction of the time of one for each list.
  for (let slot = 0; slot < slots.length; slot++) {
    const group = granular[slot - spreadCount];
    steps.push(group ? stepsOf(group.asked) : ofSpread);
    let weight = 0;
    for (const [, amount] of (slots[slot] as Slot).resources) weight += amount;
    weights.push(weight);
    chosen.push(-1);
    options.push(noOptions);
    zeros.push(0);
  }
  const contended = contentionsOf(compiled);
  const subtrees = subtreesOf(request, slots);
  const isOfTraits = spread !== null && spread.required.length > 0;
  return {
    compiled,
    stepsOf: steps,
    sameAs: sameSlots(slots, granular),
    blank: { chosen, options, zeros },
    weights,
    contended,
    subtrees,
    isFree: contended.length + subtrees.length === 0 && !isIsolated && !isOfTraits && request.allowsNested,
  };
}

const noOptions: readonly number[] = [];

/** Only where there are many groups is it worth to compare them. */
function sameSlots(slots: readonly Slot[], granular: readonly CompiledGroup[]): number[] {
  if (granular.length < manyGroups) return slots.map((_, slot) => slot);
  const spreadCount = slots.length - granular.length;
  const numbers = new Map<unknown, number>();
  const numberOf = (thing: unknown) => numbers.getOrInsertComputed(thing, () => numbers.size);
  const firsts = new Map<string, number>();
  return slots.map(({ resources }, slot) => {
    const group = granular[slot - spreadCount];
    if (!group) return slot;
    const { all, any, none } = group.asked;
    const sets = [all.map(numberOf), any.map((each) => each.map(numberOf).join()), none.map(numberOf)];
    const key = [resources.join(), numberOf(group.inTreeRoot), ...sets.map((each) => each.join(';'))].join(
      '/',
    );
    return firsts.getOrInsertComputed(key, () => slot);
  });
}

const manyGroups = 12;

function contentionsOf({ spread, granular, slots }: CompiledRequest): readonly Contention[] {
  const takersOf = new Map<ClassName, Contention['takers'][number][]>();
  let isContended = false;
  for (let slot = 0; slot < slots.length; slot++) {
    for (const [name, amount] of (slots[slot] as Slot).resources) {
      const takers = takersOf.get(name);
      if (takers) {
        takers.push({ slot, amount });
        isContended = true;
      } else takersOf.set(name, [{ slot, amount }]);
    }
  }
  if (!isContended) return noContentions;
  // Every class that is taken is needed by somebody.
  const needOf = new Map<ClassName, Need>();
  for (const { needs } of spread ? [spread, ...granular] : granular) {
    for (const need of needs) needOf.set(need.resourceClass, need);
  }
  const contentions: Contention[] = [];
  for (const [name, takers] of takersOf) {
    if (takers.length < 2) continue;
    const amounts: (number | undefined)[] = slots.map(() => undefined);
    for (const { slot, amount } of takers) amounts[slot] = amount;
    contentions.push({ need: needOf.get(name) as Need, takers, amounts });
  }
  return contentions;
}

const noContentions: readonly Contention[] = [];

function subtreesOf({ sameSubtrees }: CandidateRequest, slots: readonly Slot[]): Subtree[] {
  if (sameSubtrees.length === 0) return [];
  const slotOf = new Map(slots.map(({ suffix }, slot) => [suffix, slot]));
  return sameSubtrees
    .map((suffixes) => suffixes.flatMap((suffix) => slotOf.get(suffix) ?? []))
    .filter(({ length }) => length > 1)
    .map((of) => ({
      slots: of.sort((one, other) => one - other),
      isOurs: slots.map((_, slot) => of.includes(slot)),
    }));
}
