import { oneOfEach, unionOf } from './combined-set.ts';
import { checkTraits, compileConditions } from './candidates/compile-conditions.ts';
import { type Conjunction, meets } from './candidates/conjunction.ts';
import { ProviderScan } from './candidates/provider-scan.ts';
import type { Conditions } from './candidates/request.ts';
import { classOf } from './commands/look-up.ts';
import type { ClassName, ProviderId } from './ids.ts';
import type { Provider } from './provider.ts';
import type { Roster } from './roster.ts';
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
  const compiled = compileConditions(world, resources, conditions);
  if (compiled === null) return [];
  const few = namedProviders(world, query);
  const areMany = few === null || few.length > manyProviders;
  const asked = areMany ? withFewSets(compiled.asked, world.roster) : compiled.asked;
  const isNamed = (provider: Provider) =>
    (name === null || provider.name === name) && (id === null || provider.id === id);
  if (areMany && isAboutSets(asked)) {
    const root = conditions.inTree === null ? null : world.providers.get(conditions.inTree)?.root;
    const scanned = [...new ProviderScan(world.roster, asked)];
    return root === null ? scanned : scanned.filter((each) => each.root === root && isNamed(each));
  }
  const found: Provider[] = [];
  for (const provider of few ?? world.providers.values()) {
    if (isNamed(provider) && meets(provider, asked)) found.push(provider);
  }
  return found;
}

const manyProviders = 64;

/** The same conditions, where thousands of sets are asked for, in few. */
function withFewSets(asked: Conjunction, roster: Roster): Conjunction {
  const { all, any, none } = asked;
  let count = all.length + none.length;
  for (const sets of any) count += sets.length;
  if (count <= manySets) return asked;
  return {
    ...asked,
    all: any.length === 0 ? all : [...all, oneOfEach(any, roster)],
    any: [],
    none: none.length === 0 ? none : [unionOf(none, roster)],
  };
}

const manySets = 8;

/** A scan goes through sets: where none is asked for, it has nothing to go by. */
function isAboutSets({ needs, all, any }: Conjunction): boolean {
  return needs.length + all.length + any.length > 0;
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
