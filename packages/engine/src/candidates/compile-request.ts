import { classOf } from '../commands/look-up.ts';
import type { ClassName, TraitName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import type { CandidateRequest, Conditions, RequestGroup } from './request.ts';

/** A request whose names have been looked up and whose order of search is fixed. */
export interface CompiledRequest {
  readonly request: CandidateRequest;
  /** The group without a suffix, if there is one. */
  readonly spread: CompiledGroup | null;
  readonly granular: readonly CompiledGroup[];
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
  checkTraits(world, [...request.rootRequiredTraits, ...request.rootForbiddenTraits]);
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
  return {
    request,
    spread: groups.find(({ suffix }) => suffix === '') ?? null,
    granular: groups.filter(({ suffix }) => suffix !== ''),
  };
}

function checkNames(world: World, group: RequestGroup): void {
  for (const resourceClass of group.resources.keys()) classOf(world, resourceClass);
  checkTraits(world, group.conditions.requiredTraits.flat());
  checkTraits(world, group.conditions.forbiddenTraits);
}

export function checkTraits(world: World, names: readonly TraitName[]): void {
  for (const name of names) if (!world.traits.has(name)) refuse({ kind: 'traits-not-found', names: [name] });
}
