import { checkTraits, compileConditions } from './candidates/compile-conditions.ts';
import { type Conjunction, meets } from './candidates/conjunction.ts';
import { ProviderScan } from './candidates/provider-scan.ts';
import type { Conditions } from './candidates/request.ts';
import { classOf } from './commands/look-up.ts';
import type { ClassName, ProviderId } from './ids.ts';
import type { Provider } from './provider.ts';
import { chunkCount, wordsPerChunk } from './provider-set.ts';
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
  const asked = compileConditions(world, resources, conditions)?.asked;
  if (asked === undefined) return [];
  const few = namedProviders(world, query);
  const isNamed = (provider: Provider) =>
    (name === null || provider.name === name) && (id === null || provider.id === id);
  // Thousands of sets can be asked for: laid over each other they cost a step for each 32 providers, one by one for each.
  const isScanned = (few === null || few.length > manyProviders) && isAboutSets(asked);
  if (isScanned) {
    const root = conditions.inTree === null ? null : world.providers.get(conditions.inTree)?.root;
    const scanned = [...new ProviderScan(world.roster, asked)];
    return root === null ? scanned : scanned.filter((each) => each.root === root && isNamed(each));
  }
  const none = asked.none.length > manySets ? [unionOf(asked.none, world.roster)] : asked.none;
  const conditionsOfEach: Conjunction = { ...asked, none };
  const found: Provider[] = [];
  for (const provider of few ?? world.providers.values()) {
    if (isNamed(provider) && meets(provider, conditionsOfEach)) found.push(provider);
  }
  return found;
}

const manyProviders = 64;
const manySets = 8;

/** A scan goes through sets: where none is asked for, it has nothing to go by. */
function isAboutSets({ needs, all, any }: Conjunction): boolean {
  return needs.length + all.length + any.length > 0;
}

/** One set that has what any of them has. */
function unionOf(sets: Conjunction['none'], roster: Roster): Conjunction['none'][number] {
  const chunks: (Int32Array | undefined)[] = [];
  for (let chunk = 0; chunk < chunkCount(roster); chunk++) {
    for (const set of sets) {
      const words = set.words(chunk);
      if (words === undefined) continue;
      const union = (chunks[chunk] ??= new Int32Array(wordsPerChunk));
      for (let word = 0; word < wordsPerChunk; word++) union[word]! |= words[word] as number;
    }
  }
  return {
    words: (chunk) => chunks[chunk],
    has: ({ index }) => (((chunks[index >>> 10]?.[(index >>> 5) & 31] ?? 0) >>> (index & 31)) & 1) === 1,
  };
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
