import type { Provider } from '../provider.ts';
import { sharesViaAggregate } from '../trait.ts';
import type { World } from '../world.ts';
import type { CompiledGroup, CompiledRequest } from './compile-request.ts';
import type { CandidateRequest } from './request.ts';
import { anchorsOf } from './sharing-providers.ts';
import { hasAny } from './traits-match.ts';

/**
 * C1: each candidate belongs to one tree, whose root is its anchor. These are the roots that are worth a look.
 *
 * Every group needs a provider that has what it asks for: its class, a trait, an aggregate. The indexes know these
 * providers, and the rarest condition leaves the fewest: of 10,000 hosts with 200 in the asked aggregate, 200 trees
 * are looked at. A provider stands for the root of its tree and, if it shares, for those of the trees it shares with.
 */
export function* possibleAnchors(world: World, compiled: CompiledRequest): Generator<Provider> {
  const { request, spread, granular } = compiled;
  if (spread?.inTreeRoot) {
    if (isRightRoot(spread.inTreeRoot, request)) yield spread.inTreeRoot;
    return;
  }
  const fewest = fewestServers(world, spread ? [spread, ...granular] : granular);
  const roots =
    fewest && fewest.size < world.roots.size / 2 ? anchorsOfAll(world, fewest.providers()) : world.roots;
  for (const root of roots) if (isRightRoot(root, request)) yield root;
}

/** C13: root_required is about the anchor, whether or not anything is taken from it. */
function isRightRoot(anchor: Provider, request: CandidateRequest): boolean {
  for (const name of request.rootRequiredTraits) if (!anchor.traits.has(name)) return false;
  return !hasAny(anchor.traits, request.rootForbiddenTraits);
}

/** Providers of which a candidate must use at least one (or, for an aggregate, be in the tree of one). */
interface Servers {
  readonly size: number;
  readonly providers: () => Iterable<Provider>;
}

function fewestServers(world: World, groups: readonly CompiledGroup[]): Servers | null {
  let fewest: Servers | null = null;
  for (const { conditions, resources, inTreeRoot } of groups) {
    if (inTreeRoot) consider({ size: 1, providers: () => inTreeRoot.tree });
    for (const [name] of resources) consider(unionOf(world.providersByClass, [name]));
    for (const anyOf of conditions.requiredTraits) consider(unionOf(world.providersByTrait, anyOf));
    for (const anyOf of conditions.memberOf) consider(unionOf(world.providersByAggregate, anyOf));
  }
  return fewest;

  function consider(servers: Servers): void {
    if (fewest === null || servers.size < fewest.size) fewest = servers;
  }
}

function unionOf<Key>(index: ReadonlyMap<Key, ReadonlySet<Provider>>, keys: readonly Key[]): Servers {
  let size = 0;
  for (const key of keys) size += index.get(key)?.size ?? 0;
  return {
    size,
    *providers() {
      for (const key of keys) yield* index.get(key) ?? [];
    },
  };
}

function anchorsOfAll(world: World, providers: Iterable<Provider>): Set<Provider> {
  const anchors = new Set<Provider>();
  for (const provider of providers) {
    anchors.add(provider.root);
    if (provider.traits.has(sharesViaAggregate)) {
      for (const anchor of anchorsOf(world, provider)) anchors.add(anchor);
    }
  }
  return anchors;
}
