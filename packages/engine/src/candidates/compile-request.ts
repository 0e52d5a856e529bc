import { classOf } from '../commands/look-up.ts';
import type { ClassName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import type { World } from '../world.ts';
import type { Slot } from './candidate.ts';
import { checkTraits, compileConditions, type CompiledConditions, known } from './compile-conditions.ts';
import { asksTheSame, type Conjunction, type Need } from './conjunction.ts';
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
  /** C10: two groups or more must have providers of their own. */
  readonly isIsolated: boolean;
  /** C13: what holds for the anchor. */
  readonly root: Conjunction;
}

export interface CompiledGroup extends CompiledConditions {
  readonly suffix: string;
  /** The root of the tree that the group must come from; null: any. */
  readonly inTreeRoot: Provider | null;
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
    isIsolated: request.groupPolicy === 'isolate' && granular.length > 1,
    root: {
      needs: [],
      all: rootRequired,
      any: [],
      none: known(world.providersByTrait, request.rootForbiddenTraits),
    },
  };
}

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

function resourcesOf(needs: readonly Need[]): [ClassName, number][] {
  return needs.map(({ resourceClass, sum }) => [resourceClass, sum]);
}

function checkNames(world: World, { resources, conditions }: RequestGroup): void {
  for (const resourceClass of resources.keys()) classOf(world, resourceClass);
  for (const anyOf of conditions.requiredTraits) checkTraits(world, anyOf);
  checkTraits(world, conditions.forbiddenTraits);
}
