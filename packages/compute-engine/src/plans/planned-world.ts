import { addAmount } from '@berth/engine/commands/claim.ts';
import type { Allocation, Consumer } from '@berth/engine/consumer.ts';
import type { AggregateId, ClassName, ConsumerId, ProviderId, TraitName } from '@berth/engine/ids.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { ProviderSet, type ReadonlyProviderSet } from '@berth/engine/provider-set.ts';
import type { ResourceClass } from '@berth/engine/resource-class.ts';
import type { Roster } from '@berth/engine/roster.ts';
import type { Trait } from '@berth/engine/trait.ts';
import type { ProjectUsage } from '@berth/engine/usage.ts';
import type { World } from '@berth/engine/world.ts';
import { PlannedStock } from './planned-stock.ts';

/**
 * Placement as it would be if some held other things than they do, and some hosts were taken out of service. Nothing is copied but the columns in
 * which something changes; a search for candidates looks at nothing else for how much there is. All other questions are answered
 * by the world as it is: consumers, and what providers say of their usage, are those of now.
 *
 * The world may go on while somebody plans: what is left of a tree is then as it was when something was planned for it last.
 */
export class PlannedWorld implements World {
  readonly #world: World;
  /** How much more is used than the world knows of; less where it is below zero. */
  readonly #more = new Map<Provider, Map<ClassName, number>>();
  readonly stocks: ReadonlyMap<ClassName, PlannedStock>;
  readonly providersByTrait: ReadonlyMap<TraitName, ReadonlyProviderSet>;

  /** The roots that no server may go to. */
  constructor(world: World, closed: readonly ProviderId[]) {
    this.#world = world;
    this.stocks = new Map(Array.from(world.stocks, ([name, stock]) => [name, new PlannedStock(stock, name)]));
    this.providersByTrait = withDisabled(world, closed);
  }

  /** They are held from now on; with -1 they are not any more. */
  hold(allocations: readonly Allocation[], sign: 1 | -1): void {
    for (const { provider, resourceClass, amount } of allocations) {
      const more = addAmount(this.#more, provider, resourceClass, sign * amount);
      this.stocks.get(resourceClass)?.renew(provider, more);
    }
  }

  moreOf(provider: Provider, resourceClass: ClassName): number {
    return this.#more.get(provider)?.get(resourceClass) ?? 0;
  }

  get providers(): ReadonlyMap<ProviderId, Provider> {
    return this.#world.providers;
  }

  get providersByName(): ReadonlyMap<string, Provider> {
    return this.#world.providersByName;
  }

  get roster(): Roster {
    return this.#world.roster;
  }

  get roots(): ReadonlyProviderSet {
    return this.#world.roots;
  }

  get lone(): ReadonlyProviderSet {
    return this.#world.lone;
  }

  get providersByAggregate(): ReadonlyMap<AggregateId, ReadonlyProviderSet> {
    return this.#world.providersByAggregate;
  }

  get sharersByAggregate(): ReadonlyMap<AggregateId, ReadonlyProviderSet> {
    return this.#world.sharersByAggregate;
  }

  get sharingRevision(): number {
    return this.#world.sharingRevision;
  }

  get indexRevision(): number {
    return this.#world.indexRevision;
  }

  get consumers(): ReadonlyMap<ConsumerId, Consumer> {
    return this.#world.consumers;
  }

  get usageByProject(): ReadonlyMap<string, ProjectUsage> {
    return this.#world.usageByProject;
  }

  get traits(): ReadonlyMap<TraitName, Trait> {
    return this.#world.traits;
  }

  get classes(): ReadonlyMap<ClassName, ResourceClass> {
    return this.#world.classes;
  }

  get allocationCount(): number {
    return this.#world.allocationCount;
  }
}

/** Hosts that are closed are so as operators take hosts out of service: by a trait that every request forbids. */
function withDisabled(
  { providers, providersByTrait, roster }: World,
  closed: readonly ProviderId[],
): ReadonlyMap<TraitName, ReadonlyProviderSet> {
  if (closed.length === 0) return providersByTrait;
  const set = new ProviderSet(roster);
  for (const provider of providersByTrait.get(disabled) ?? []) set.add(provider);
  for (const id of closed) {
    const provider = providers.get(id);
    if (provider) set.add(provider);
  }
  return new Map(providersByTrait).set(disabled, set);
}

const disabled = 'COMPUTE_STATUS_DISABLED' as TraitName;
