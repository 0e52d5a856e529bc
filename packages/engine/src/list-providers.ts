import { checkTraits, compileConditions } from './candidates/compile-conditions.ts';
import { meets } from './candidates/conjunction.ts';
import { ProviderScan } from './candidates/provider-scan.ts';
import type { Conditions } from './candidates/request.ts';
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
  const { conditions, name, id, resources } = query;
  checkTraits(world, conditions.requiredTraits.flat());
  checkTraits(world, conditions.forbiddenTraits);
  for (const resourceClass of resources.keys()) classOf(world, resourceClass);
  const asked = compileConditions(world, resources, conditions)?.asked;
  if (asked === undefined) return [];
  const few = namedProviders(world, query);
  if (few === null && asked.needs.length + asked.any.length > 0)
    return [...new ProviderScan(world.roster, asked)];
  const found: Provider[] = [];
  for (const provider of few ?? world.providers.values()) {
    if (
      (name === null || provider.name === name) &&
      (id === null || provider.id === id) &&
      meets(provider, asked)
    ) {
      found.push(provider);
    }
  }
  return found;
}

/** Those that are asked for by name, or whose tree is; null: any. */
function namedProviders(world: World, { name, id, conditions }: ProviderQuery): readonly Provider[] | null {
  if (conditions.inTree !== null) return world.providers.get(conditions.inTree)?.root.tree ?? [];
  if (id !== null) return some(world.providers.get(id));
  return name === null ? null : some(world.providersByName.get(name));
}

function some(provider: Provider | undefined): readonly Provider[] {
  return provider ? [provider] : [];
}
