import { classOf } from '../commands/look-up.ts';
import type { ClassName, TraitName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import type { Contention } from './can-be-filled.ts';
import { contentionsOf } from './can-be-filled.ts';
import type { Slot } from './candidate.ts';
import type { CandidateRequest, Conditions, RequestGroup } from './request.ts';

/** A request whose names have been looked up and whose order of search is fixed. */
export interface CompiledRequest {
  readonly request: CandidateRequest;
  /** The group without a suffix, if there is one. */
  readonly spread: CompiledGroup | null;
  readonly granular: readonly CompiledGroup[];
  /** One for each class of the group without a suffix, in the order of the catalog; then one for each other group. */
  readonly slots: readonly Slot[];
  /** How many of the slots, at the beginning, are of the group without a suffix. */
  readonly spreadCount: number;
  readonly contended: readonly Contention[];
  /** For each slot, the same-subtree rules (as slot indexes) of which it is the last one to be filled. */
  readonly subtreesComplete: readonly (readonly (readonly number[])[] | undefined)[];
}

export interface CompiledGroup {
  readonly suffix: string;
  readonly conditions: Conditions;
  /** In the order of the catalog. */
  readonly resources: readonly (readonly [ClassName, number])[];
  /** The root of the tree that the group must come from; null: any. */
  readonly inTreeRoot: Provider | null;
}

/**
 * Refuses classes and traits that nobody knows. Null when it is clear without a search that there is no
 * candidate: a group must come from the tree of a provider that does not exist.
 */
export function compileRequest(world: World, request: CandidateRequest): CompiledRequest | null {
  checkTraits(world, request.rootRequiredTraits);
  checkTraits(world, request.rootForbiddenTraits);
  for (const group of request.groups) checkNames(world, group);
  const groups: CompiledGroup[] = [];
  for (const group of request.groups) {
    const { inTree } = group.conditions;
    const inTreeRoot = inTree === null ? null : world.providers.get(inTree)?.root;
    if (inTreeRoot === undefined) return null;
    groups.push({
      suffix: group.suffix,
      conditions: group.conditions,
      resources: [...group.resources].sort(([a], [b]) => classOf(world, a).order - classOf(world, b).order),
      inTreeRoot,
    });
  }
  const spread = groups.find(({ suffix }) => suffix === '') ?? null;
  const granular = groups.filter(({ suffix }) => suffix !== '');
  const slots: Slot[] = [
    ...(spread?.resources.map((resource) => ({ suffix: '', resources: [resource] })) ?? []),
    ...granular.map(({ suffix, resources }) => ({ suffix, resources })),
  ];
  return {
    request,
    spread,
    granular,
    slots,
    spreadCount: spread?.resources.length ?? 0,
    contended: contentionsOf(slots),
    subtreesComplete: completionOf(request.sameSubtrees, slots),
  };
}

function checkNames(world: World, group: RequestGroup): void {
  for (const resourceClass of group.resources.keys()) classOf(world, resourceClass);
  for (const anyOf of group.conditions.requiredTraits) checkTraits(world, anyOf);
  checkTraits(world, group.conditions.forbiddenTraits);
}

export function checkTraits(world: World, names: readonly TraitName[]): void {
  for (const name of names) if (!world.traits.has(name)) refuse({ kind: 'traits-not-found', names: [name] });
}

function completionOf(sameSubtrees: readonly (readonly string[])[], slots: readonly Slot[]): number[][][] {
  const complete: number[][][] = [];
  for (const suffixes of sameSubtrees) {
    const indexes = slots.flatMap(({ suffix }, index) => (suffixes.includes(suffix) ? [index] : []));
    (complete[Math.max(...indexes)] ??= []).push(indexes);
  }
  return complete;
}
