import { classOf } from '../commands/look-up.ts';
import type { ClassName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import type { World } from '../world.ts';
import type { Slot } from './candidate.ts';
import type { CompiledConditions } from './compile-conditions.ts';
import { checkTraits, compileConditions, known } from './compile-conditions.ts';
import type { Conjunction, Need } from './conjunction.ts';
import { asksTheSame, stepsOf } from './conjunction.ts';
import type { CandidateRequest, RequestGroup } from './request.ts';

/** A request whose names have been looked up and whose order of search is fixed. */
export interface CompiledRequest {
  readonly request: CandidateRequest;
  /** The group without a suffix, if there is one that asks for resources. */
  readonly spread: CompiledGroup | null;
  readonly granular: readonly CompiledGroup[];
  /** One for each class of the group without a suffix, in the order of the catalog; then one for each other group. */
  readonly slots: readonly Slot[];
  /** How many of the slots, at the beginning, are of the group without a suffix. */
  readonly spreadCount: number;
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
  /** C10: two groups or more must have providers of their own. */
  readonly isIsolated: boolean;
  /** C13: what holds for the anchor. */
  readonly root: Conjunction;
  /** The classes that several slots take of, so that what they take has to be added up (C9). */
  readonly contended: readonly Contention[];
  /** The same-subtree rules, as slots. */
  readonly subtrees: readonly (readonly number[])[];
}

export interface CompiledGroup extends CompiledConditions {
  readonly suffix: string;
  /** The root of the tree that the group must come from; null: any. */
  readonly inTreeRoot: Provider | null;
}

/** A class that several slots take from. */
export interface Contention {
  readonly need: Need;
  readonly takers: readonly { readonly slot: number; readonly amount: number }[];
}

/**
 * Refuses classes and traits that nobody knows. Null when it is clear without a search that there is no
 * candidate: nobody has a class, a trait or an aggregate that is asked for, or the tree it must come from is not there.
 */
export function compileRequest(world: World, request: CandidateRequest): CompiledRequest | null {
  checkTraits(world, request.rootRequiredTraits);
  checkTraits(world, request.rootForbiddenTraits);
  for (const group of request.groups) checkNames(world, group);
  const groups: CompiledGroup[] = [];
  for (const group of request.groups) {
    // Nothing is taken for a group without a suffix that asks for nothing, whatever its conditions.
    if (group.suffix === '' && group.resources.size === 0) continue;
    const compiled = compileGroup(world, group);
    if (compiled === null) return null;
    groups.push(compiled);
  }
  const rootRequired = known(world.providersByTrait, request.rootRequiredTraits);
  if (rootRequired.length < request.rootRequiredTraits.length) return null;
  const spread = groups.find(({ suffix }) => suffix === '') ?? null;
  const granular = groups.filter(({ suffix }) => suffix !== '');
  const slots: Slot[] = [
    ...(spread?.needs.map((need) => ({ suffix: '', resources: resourcesOf([need]) })) ?? []),
    ...granular.map(({ suffix, needs }) => ({ suffix, resources: resourcesOf(needs) })),
  ];
  return {
    request,
    spread,
    granular,
    slots,
    spreadCount: spread?.needs.length ?? 0,
    stepsOf: [
      ...(spread?.needs.map(() => stepsOf(spread.asked)) ?? []),
      ...granular.map(({ asked }) => stepsOf(asked)),
    ],
    sameAs: sameSlots(slots, granular),
    blank: {
      chosen: slots.map(() => -1),
      options: slots.map(() => noOptions),
      zeros: slots.map(() => 0),
    },
    weights: slots.map(({ resources }) => resources.reduce((sum, [, amount]) => sum + amount, 0)),
    isIsolated: request.groupPolicy === 'isolate' && granular.length > 1,
    root: {
      needs: [],
      all: rootRequired,
      any: [],
      none: known(world.providersByTrait, request.rootForbiddenTraits),
    },
    contended: contentionsOf(
      groups.flatMap(({ needs }) => needs),
      slots,
    ),
    subtrees: subtreesOf(request, slots),
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

const manyGroups = 8;

/** Whether names mean the same in both, which are of one request: the same sets of providers. */
export function meansTheSame(one: CompiledRequest, other: CompiledRequest): boolean {
  const groupsOf = ({ spread, granular }: CompiledRequest) => (spread ? [spread, ...granular] : granular);
  const others = groupsOf(other);
  return (
    asksTheSame(one.root, other.root) &&
    groupsOf(one).every((group, index) => {
      const before = others[index] as CompiledGroup; // One request has the same groups.
      return group.inTreeRoot === before.inTreeRoot && asksTheSame(group.asked, before.asked);
    })
  );
}

function compileGroup(world: World, { suffix, resources, conditions }: RequestGroup): CompiledGroup | null {
  const inTreeRoot = conditions.inTree === null ? null : world.providers.get(conditions.inTree)?.root;
  const compiled = compileConditions(world, resources, conditions);
  return inTreeRoot === undefined || compiled === null ? null : { suffix, ...compiled, inTreeRoot };
}

/** The slots of each rule, in their order. */
function subtreesOf({ sameSubtrees }: CandidateRequest, slots: readonly Slot[]): number[][] {
  if (sameSubtrees.length === 0) return [];
  const slotOf = new Map(slots.map(({ suffix }, slot) => [suffix, slot]));
  return sameSubtrees.map((suffixes) =>
    suffixes.flatMap((suffix) => slotOf.get(suffix) ?? []).sort((one, other) => one - other),
  );
}

function resourcesOf(needs: readonly Need[]): [ClassName, number][] {
  return needs.map(({ resourceClass, sum }) => [resourceClass, sum]);
}

function contentionsOf(needs: readonly Need[], slots: readonly Slot[]): Contention[] {
  const takersOf = new Map<ClassName, Contention['takers'][number][]>();
  for (let slot = 0; slot < slots.length; slot++) {
    for (const [name, amount] of (slots[slot] as Slot).resources) {
      const takers = takersOf.get(name);
      if (takers) takers.push({ slot, amount });
      else takersOf.set(name, [{ slot, amount }]);
    }
  }
  const needOf = new Map(needs.map((need) => [need.resourceClass, need]));
  const contentions: Contention[] = [];
  for (const [name, takers] of takersOf) {
    // Every class that is taken is needed by somebody.
    if (takers.length > 1) contentions.push({ need: needOf.get(name) as Need, takers });
  }
  return contentions;
}

function checkNames(world: World, { resources, conditions }: RequestGroup): void {
  for (const resourceClass of resources.keys()) classOf(world, resourceClass);
  for (const anyOf of conditions.requiredTraits) checkTraits(world, anyOf);
  checkTraits(world, conditions.forbiddenTraits);
}
