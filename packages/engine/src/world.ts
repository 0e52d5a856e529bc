import type { Consumer } from './consumer.ts';
import type { AggregateId, ClassName, ConsumerId, Instant, ProviderId, TraitName } from './ids.ts';
import type { Inventory } from './inventory.ts';
import type { Provider } from './provider.ts';
import { ProviderSet, type ReadonlyProviderSet } from './provider-set.ts';
import type { ResourceClass } from './resource-class.ts';
import { Roster } from './roster.ts';
import type { ReadonlyStock, Stock } from './stock.ts';
import type { Trait } from './trait.ts';
import type { ProjectUsage } from './usage.ts';

/**
 * All there is, with the indexes that queries need, in memory. Reads are synchronous: whoever looks twice without
 * waiting in between sees one state.
 *
 * What always holds: trees have no loops and every provider's root is the top of its tree; usage is the sum of
 * allocations; a consumer has at least one allocation; every allocation has an inventory; no index has an empty
 * entry.
 */
export interface World {
  readonly providers: ReadonlyMap<ProviderId, Provider>;
  readonly providersByName: ReadonlyMap<string, Provider>;
  /** All providers by their index. */
  readonly roster: Roster;
  /** The tops of all trees. */
  readonly roots: ReadonlyProviderSet;
  /** The roots that have no children. */
  readonly lone: ReadonlyProviderSet;
  readonly providersByTrait: ReadonlyMap<TraitName, ReadonlyProviderSet>;
  readonly providersByAggregate: ReadonlyMap<AggregateId, ReadonlyProviderSet>;
  /** Of the providers in an aggregate, those that share through it. */
  readonly sharersByAggregate: ReadonlyMap<AggregateId, ReadonlyProviderSet>;
  /** Counts up whenever it may have changed who shares with whom. */
  readonly sharingRevision: number;
  /** Counts up whenever a trait, an aggregate or a class has come to be one that somebody has, or has ceased to be. */
  readonly indexRevision: number;
  /** A class that no provider has an inventory of has no stock. */
  readonly stocks: ReadonlyMap<ClassName, ReadonlyStock>;
  readonly consumers: ReadonlyMap<ConsumerId, Consumer>;
  /** Always the sum over the consumers. */
  readonly usageByProject: ReadonlyMap<string, ProjectUsage>;
  readonly traits: ReadonlyMap<TraitName, Trait>;
  readonly classes: ReadonlyMap<ClassName, ResourceClass>;
  readonly allocationCount: number;
}

/** The provider as the world itself holds it; only `apply` may see it so. */
export interface ProviderRecord extends Provider {
  name: string;
  generation: number;
  parent: ProviderRecord | null;
  root: ProviderRecord;
  readonly children: Set<ProviderRecord>;
  inventories: Map<ClassName, Inventory>;
  readonly used: Map<ClassName, number>;
  traits: ReadonlySet<TraitName>;
  aggregates: ReadonlySet<AggregateId>;
  readonly consumers: Set<Consumer>;
  updatedAt: Instant | null;
  revision: number;
  tree: ProviderRecord[];
  treeRevision: number;
}

/** The world with its doors open, for `apply` alone. */
export class WorldState implements World {
  readonly providers = new Map<ProviderId, ProviderRecord>();
  readonly providersByName = new Map<string, ProviderRecord>();
  readonly roster = new Roster();
  readonly roots = new ProviderSet(this.roster);
  readonly lone = new ProviderSet(this.roster);
  readonly providersByTrait = new Map<TraitName, ProviderSet>();
  readonly providersByAggregate = new Map<AggregateId, ProviderSet>();
  readonly sharersByAggregate = new Map<AggregateId, ProviderSet>();
  sharingRevision = 0;
  indexRevision = 0;
  readonly stocks = new Map<ClassName, Stock>();
  readonly consumers = new Map<ConsumerId, Consumer>();
  readonly usageByProject = new Map<string, ProjectUsage>();
  readonly traits = new Map<TraitName, Trait>();
  readonly classes = new Map<ClassName, ResourceClass>();
  allocationCount = 0;
}
