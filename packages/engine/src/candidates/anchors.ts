import type { Provider } from '../provider.ts';
import type { ReadonlyProviderSet } from '../provider-set.ts';
import { ProviderSet } from '../provider-set.ts';
import { sharesViaAggregate } from '../trait.ts';
import type { World } from '../world.ts';
import type { CompiledGroup, CompiledRequest } from './compile-request.ts';
import type { Conjunction } from './conjunction.ts';
import { meets } from './conjunction.ts';
import { ProviderScan } from './provider-scan.ts';
import { anchorsOf, sharedWith } from './sharing-providers.ts';

/**
 * C1: each candidate belongs to one tree, whose root is its anchor. These are the roots that are worth a look, apart from
 * trees of one provider that nobody shares with, which are found otherwise (lone-trees.ts).
 *
 * Every candidate has a server for each part of the request. A server stands for the root of its tree and, if it
 * shares, for those of the trees it shares with. So the part with the rarest condition leaves the fewest trees: of 10,000
 * hosts with 200 in the asked aggregate, 200 are looked at.
 *
 * `vain` is how many of them had no candidate, by the account of whoever looks at them.
 */
export function* possibleAnchors(
  world: World,
  compiled: CompiledRequest,
  vain: { readonly count: number },
  vainMax = 32,
): Generator<Provider> {
  const { spread, granular, root } = compiled;
  if (spread?.inTreeRoot) {
    if (meets(spread.inTreeRoot, root)) yield spread.inTreeRoot;
    return;
  }
  const named = granular.find(({ inTreeRoot }) => inTreeRoot !== null)?.inTreeRoot;
  const shared = sharedWith(world);
  if (!named && shared.size === 0 && world.lone.size === world.roots.size) return;
  const parts = partsOf(compiled, named ? [] : [new LoneUnshared(world.lone, shared)]);
  const servers = named ? named.tree : fewestServers(world, parts);
  const seen = new ProviderSet(world.roster);
  let reached: ProviderSet[] | null = null;
  for (const server of servers) {
    for (const anchor of server.traits.has(sharesViaAggregate) ? anchorsOf(world, server) : [server.root]) {
      if (seen.has(anchor)) continue;
      seen.add(anchor);
      if (meets(anchor, root) && (vain.count < vainMax || isReachedByAll(anchor))) yield anchor;
    }
  }

  /**
   * To look at a tree costs some microseconds, and where parts have servers, but never in one tree, all looks are in
   * vain. So, after some, it is found out for every part at once which trees have a server of it.
   */
  function isReachedByAll(anchor: Provider): boolean {
    reached ??= parts.map((part) => anchorsReachedBy(world, part));
    return reached.every((anchors) => anchors.has(anchor));
  }
}

/**
 * What is needed at every anchor: a provider for each suffixed group, and for each class, required trait and aggregate of
 * the other group; an anchor of the right traits.
 */
function partsOf({ spread, granular, root }: CompiledRequest, without: Conjunction['none']): Conjunction[] {
  const parts = spread ? spreadParts(spread) : [];
  for (const { asked } of granular) parts.push(asked);
  parts.push(root);
  return parts.filter(asksForSomething).map((part) => ({ ...part, none: [...part.none, ...without] }));
}

function spreadParts({
  needs,
  required,
  memberOf,
  forbiddenTraits,
  forbiddenAggregates,
}: CompiledGroup): Conjunction[] {
  const none = [...forbiddenTraits, ...forbiddenAggregates];
  return [
    ...needs.map((need) => ({ needs: [need], all: [], any: [], none })),
    ...required.map((sets) => ({ needs: [], all: [], any: [sets], none })),
    ...memberOf.map((sets) => ({ needs: [], all: [], any: [sets], none: [] })),
  ];
}

/** Not just for something not to be there: a scan needs a set to begin with. */
function asksForSomething({ needs, all, any }: Conjunction): boolean {
  return needs.length + all.length + any.length > 0;
}

/** Trees of one provider that nobody shares with, which serve no tree but themselves. */
class LoneUnshared {
  readonly #lone: ReadonlyProviderSet;
  readonly #shared: ReadonlyProviderSet;

  constructor(lone: ReadonlyProviderSet, shared: ReadonlyProviderSet) {
    this.#lone = lone;
    this.#shared = shared;
  }

  has(provider: Provider): boolean {
    return this.#lone.has(provider) && !this.#shared.has(provider);
  }

  words(chunk: number): Int32Array | undefined {
    const lone = this.#lone.words(chunk);
    const shared = this.#shared.words(chunk);
    return shared ? lone?.map((word, index) => word & ~(shared[index] as number)) : lone;
  }
}

/** Those of the part whose rarest condition has the fewest. At least one part asks for a class. */
function fewestServers(world: World, parts: readonly Conjunction[]): Iterable<Provider> {
  let [fewest, ...others] = parts as [Conjunction, ...Conjunction[]];
  for (const part of others) if (smallestSet(part) < smallestSet(fewest)) fewest = part;
  return new ProviderScan(world.roster, fewest);
}

function smallestSet({ needs, all, any }: Conjunction): number {
  const sizes = [
    ...needs.map(({ stock }) => stock.providers.size),
    ...all.map(({ size }) => size),
    ...any.map((sets) => sets.reduce((sum, { size }) => sum + size, 0)),
  ];
  return Math.min(...sizes);
}

function anchorsReachedBy(world: World, part: Conjunction): ProviderSet {
  const anchors = new ProviderSet(world.roster);
  for (const server of new ProviderScan(world.roster, part)) {
    if (!server.traits.has(sharesViaAggregate)) anchors.add(server.root);
    else for (const anchor of anchorsOf(world, server)) anchors.add(anchor);
  }
  return anchors;
}
