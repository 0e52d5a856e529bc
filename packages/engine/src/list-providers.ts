import { isInAny, isMember } from './candidates/aggregates-match.ts';
import { hasRoomForAll } from './candidates/capacity.ts';
import { checkTraits } from './candidates/compile-request.ts';
import type { Conditions } from './candidates/request.ts';
import { hasAny, hasRequiredTraits } from './candidates/traits-match.ts';
import { classOf } from './commands/look-up.ts';
import type { ClassName, ProviderId } from './ids.ts';
import type { Provider } from './provider.ts';
import type { World } from './world.ts';

export interface ProviderQuery {
  readonly name: string | null;
  readonly id: ProviderId | null;
  readonly resources: ReadonlyMap<ClassName, number>;
  readonly conditions: Conditions;
}

/** The providers that meet all conditions, each for itself. Here an aggregate of the root is the root's alone. */
export function listProviders(world: World, query: ProviderQuery): Provider[] {
  const { conditions, name, id } = query;
  checkTraits(world, conditions.requiredTraits.flat());
  checkTraits(world, conditions.forbiddenTraits);
  for (const resourceClass of query.resources.keys()) classOf(world, resourceClass);
  const resources = [...query.resources];
  const found: Provider[] = [];
  for (const provider of possibleProviders(world, query)) {
    if (
      (name === null || provider.name === name) &&
      (id === null || provider.id === id) &&
      hasRequiredTraits(provider.traits, conditions.requiredTraits) &&
      !hasAny(provider.traits, conditions.forbiddenTraits) &&
      isMember(provider, conditions.memberOf) &&
      !isInAny(provider, conditions.forbiddenAggregates) &&
      hasRoomForAll(provider, resources)
    ) {
      found.push(provider);
    }
  }
  return found;
}

/** The fewest providers that an index can narrow it down to. A tree that is asked for is always narrowed to. */
function possibleProviders(
  world: World,
  { name, id, resources, conditions }: ProviderQuery,
): Iterable<Provider> {
  if (conditions.inTree !== null) {
    return world.providers.get(conditions.inTree)?.root.tree ?? none;
  }
  if (id !== null) return some(world.providers.get(id));
  if (name !== null) return some(world.providersByName.get(name));
  let fewest: ReadonlySet<Provider> | null = null;
  const consider = (providers: ReadonlySet<Provider> = none) => {
    if (fewest === null || providers.size < fewest.size) fewest = providers;
  };
  for (const [trait, ...others] of conditions.requiredTraits) {
    if (trait && others.length === 0) consider(world.providersByTrait.get(trait));
  }
  for (const [aggregate, ...others] of conditions.memberOf) {
    if (aggregate && others.length === 0) consider(world.providersByAggregate.get(aggregate));
  }
  for (const resourceClass of resources.keys()) consider(world.providersByClass.get(resourceClass));
  return fewest ?? world.providers.values();
}

const none: ReadonlySet<Provider> = new Set();

function some(provider: Provider | undefined): Iterable<Provider> {
  return provider ? [provider] : none;
}
