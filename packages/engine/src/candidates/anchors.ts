import type { AggregateId } from '../ids.ts';
import type { Provider } from '../provider.ts';
import { ProviderSet, type ReadonlyProviderSet } from '../provider-set.ts';
import { sharesViaAggregate } from '../trait.ts';
import type { World } from '../world.ts';
import type { CompiledGroup, CompiledRequest } from './compile-request.ts';
import { type Conjunction, meets } from './conjunction.ts';
import type { LoneTrees } from './lone-trees.ts';
import { ProviderScan } from './provider-scan.ts';
import { sharedWith } from './sharing-providers.ts';
import { type Paused, paused, type Work } from './work.ts';

/**
 * C1: each candidate belongs to one tree, whose root is its anchor. These are the roots that are worth a look, apart from
 * trees of one provider that nobody shares with, which are found otherwise (lone-trees.ts).
 *
 * Every candidate has a server for each part of the request. A server stands for the root of its tree and, if it
 * shares, for those of the trees it shares with. So the part with the rarest condition leaves the fewest trees: of 10,000
 * hosts with 200 in the asked aggregate, 200 are looked at.
 *
 * `vain` is how many of them had no candidate, by the account of whoever looks at them; `seen` are those that have been
 * given or passed over.
 */
export function* possibleAnchors(
  world: World,
  compiled: CompiledRequest,
  { lone, seen, vain, vainMax = 32, work }: AnchorsOptions,
): Generator<Provider | Paused> {
  const { spread, granular, root } = compiled;
  if (spread?.inTreeRoot) {
    if (meets(spread.inTreeRoot, root)) yield spread.inTreeRoot;
    return;
  }
  const named = granular.find(({ inTreeRoot }) => inTreeRoot !== null)?.inTreeRoot;
  // After a pause trees may have come to be lone that the scan for such trees has not looked at.
  const areAllLone = sharedWith(world).size === 0 && world.lone.size === world.roots.size;
  if (!named && areAllLone && work.pauseCount === 0) return;
  const parts = partsOf(compiled, named ? [] : [lone]);
  const servers = named ? new Listed(named.tree, work) : fewestServers(world, parts, work);
  let reached: ProviderSet[] | null = null;
  const reaching = new Reaching(world, work);
  for (let server = servers.next(); server; server = servers.next()) {
    if (server === paused) yield paused;
    else if (!reaching.isWide(server)) {
      if (seen.has(server.root)) continue;
      if (reached === null && vain.count >= vainMax) reached = yield* sieve();
      if (isWorthALook(server.root, reached)) yield server.root;
    } else {
      for (const anchor of reaching.from(server)) {
        if (anchor === paused) yield paused;
        else if (!seen.has(anchor)) {
          if (reached === null && vain.count >= vainMax) reached = yield* sieve();
          if (isWorthALook(anchor, reached)) yield anchor;
        }
      }
    }
  }

  function isWorthALook(anchor: Provider, sieves: readonly ProviderSet[] | null): boolean {
    seen.add(anchor);
    if (!meets(anchor, root)) return false;
    if (sieves !== null) for (const anchors of sieves) if (!anchors.has(anchor)) return false;
    return true;
  }

  /**
   * To look at a tree costs some microseconds, and where parts have servers, but never in one tree, all looks are in
   * vain. So, after some, it is found out for every part at once which trees have a server of it.
   */
  function* sieve(): Generator<Paused, ProviderSet[]> {
    const sieves: ProviderSet[] = [];
    for (const part of parts) sieves.push(yield* anchorsReachedBy(world, part, work));
    return sieves;
  }
}

export interface AnchorsOptions {
  readonly lone: LoneTrees;
  readonly seen: ProviderSet;
  readonly vain: { readonly count: number };
  readonly vainMax?: number | undefined;
  readonly work: Work;
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

/** Those of the part whose rarest condition has the fewest. At least one part asks for a class. */
function fewestServers(world: World, parts: readonly Conjunction[], work: Work): ProviderScan {
  let [fewest, ...others] = parts as [Conjunction, ...Conjunction[]];
  for (const part of others) if (smallestSet(part) < smallestSet(fewest)) fewest = part;
  return new ProviderScan(world.roster, fewest, work);
}

/** A list as if it were a scan. */
class Listed implements Pick<ProviderScan, 'next'> {
  readonly #providers: readonly Provider[];
  readonly #work: Work;
  #count = 0;

  constructor(providers: readonly Provider[], work: Work) {
    this.#providers = providers;
    this.#work = work;
  }

  next(): Provider | null | Paused {
    this.#work.spend(1);
    return this.#work.mustPause() ? paused : (this.#providers[this.#count++] ?? null);
  }
}

function scanOf(world: World, all: Conjunction['all'], work: Work): ProviderScan {
  return new ProviderScan(world.roster, { needs: [], all, any: [], none: [] }, work);
}

function smallestSet({ needs, all, any }: Conjunction): number {
  let smallest = Infinity;
  for (const { stock } of needs) smallest = Math.min(smallest, stock.providers.size);
  for (const { size } of all) smallest = Math.min(smallest, size);
  for (const sets of any) {
    const size = sets.reduce((sum, each) => sum + each.size, 0);
    smallest = Math.min(smallest, size);
  }
  return smallest;
}

function* anchorsReachedBy(world: World, part: Conjunction, work: Work): Generator<Paused, ProviderSet> {
  const anchors = new ProviderSet(world.roster);
  const reaching = new Reaching(world, work);
  const servers = new ProviderScan(world.roster, part, work);
  for (let server = servers.next(); server; server = servers.next()) {
    if (server === paused) yield paused;
    else if (!reaching.isWide(server)) anchors.add(server.root);
    else {
      for (const anchor of reaching.from(server)) {
        if (anchor === paused) yield paused;
        else anchors.add(anchor);
      }
    }
  }
  return anchors;
}

/** From servers to the roots of all trees they can serve, each aggregate only once. */
class Reaching {
  readonly #world: World;
  readonly #work: Work;
  readonly #done = new Set<AggregateId>();
  #sharers: ReadonlyProviderSet | undefined;
  #sharingRevision = -1;

  constructor(world: World, work: Work) {
    this.#world = world;
    this.#work = work;
  }

  /** Whether it serves other trees than its own. */
  isWide(server: Provider): boolean {
    if (this.#sharingRevision !== this.#world.sharingRevision) this.#lookWhoShares();
    return this.#sharers?.has(server) === true;
  }

  /** In bits: thousands are asked. */
  #lookWhoShares(): void {
    this.#sharingRevision = this.#world.sharingRevision;
    this.#sharers = this.#world.providersByTrait.get(sharesViaAggregate);
  }

  *from(server: Provider): Generator<Provider | Paused> {
    for (const aggregate of server.aggregates) {
      const members = this.#done.has(aggregate) ? undefined : this.#world.providersByAggregate.get(aggregate);
      this.#done.add(aggregate);
      if (members === undefined) continue;
      const scan = scanOf(this.#world, [members], this.#work);
      for (let member = scan.next(); member; member = scan.next()) {
        yield member === paused ? paused : member.root;
      }
    }
    yield server.root;
  }
}
