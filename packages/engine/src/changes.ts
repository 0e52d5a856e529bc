import type { AggregateId, ClassName, ConsumerId, Instant, ProviderId, TraitName } from './ids.ts';
import type { Inventory } from './inventory.ts';
import type { ResourceClass } from './resource-class.ts';
import type { Trait } from './trait.ts';

/**
 * Every way the world can change; this is what the journal stores, so each is plain JSON data.
 *
 * A change states what holds afterwards of what it names, as a whole: all inventories of a provider, all that a consumer holds.
 * So the rows in the journal can be written from it without looking at what was there before. The one exception is a class
 * that is renamed, which names neither the inventories nor the allocations that follow.
 */
export type Change =
  | { readonly kind: 'provider-set'; readonly provider: ProviderFacts }
  | {
      readonly kind: 'provider-touched';
      readonly id: ProviderId;
      readonly generation: number;
      readonly at: Instant | null;
    }
  | { readonly kind: 'provider-removed'; readonly id: ProviderId }
  | {
      readonly kind: 'inventories-set';
      readonly id: ProviderId;
      readonly inventories: readonly InventoryFacts[];
    }
  | { readonly kind: 'traits-set'; readonly id: ProviderId; readonly traits: readonly TraitName[] }
  | { readonly kind: 'aggregates-set'; readonly id: ProviderId; readonly aggregates: readonly AggregateId[] }
  /**
   * `isNew`: nobody of this id was there before, so there are no rows of it to be replaced. It is said by whoever knows it,
   * and cannot be told from a generation: an import brings consumers of any. Without it the consumer may have been there.
   */
  | { readonly kind: 'consumer-set'; readonly consumer: ConsumerFacts; readonly isNew?: true }
  /** It says when the consumer was made, because a ledger keeps consumers in that order. */
  | { readonly kind: 'consumer-removed'; readonly id: ConsumerId; readonly createdAt: Instant }
  | { readonly kind: 'trait-added'; readonly trait: Trait }
  | { readonly kind: 'trait-removed'; readonly name: TraitName }
  | { readonly kind: 'class-added'; readonly resourceClass: ResourceClass }
  | { readonly kind: 'class-removed'; readonly name: ClassName }
  /** Everything that was counted under the old name is counted under the new one from now on. */
  | {
      readonly kind: 'class-renamed';
      readonly from: ClassName;
      readonly to: ClassName;
      readonly at: Instant | null;
    };

export type ChangeKind = Change['kind'];

/** Every kind; one that is missing does not compile. */
export const changeKinds = {
  'provider-set': true,
  'provider-touched': true,
  'provider-removed': true,
  'inventories-set': true,
  'traits-set': true,
  'aggregates-set': true,
  'consumer-set': true,
  'consumer-removed': true,
  'trait-added': true,
  'trait-removed': true,
  'class-added': true,
  'class-removed': true,
  'class-renamed': true,
} as const satisfies Record<ChangeKind, true>;

/** A provider without what hangs on it: inventories, traits and aggregates have changes of their own. */
export interface ProviderFacts {
  readonly id: ProviderId;
  readonly name: string;
  readonly parentId: ProviderId | null;
  readonly generation: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant | null;
}

export interface InventoryFacts extends Inventory {
  readonly resourceClass: ClassName;
}

/** A consumer with all it holds; `allocations` is never empty. */
export interface ConsumerFacts {
  readonly id: ConsumerId;
  readonly generation: number;
  readonly projectId: string;
  readonly userId: string;
  readonly type: string | null;
  readonly createdAt: Instant;
  readonly allocatedAt: Instant;
  readonly allocations: readonly AllocationFacts[];
}

export interface AllocationFacts {
  readonly providerId: ProviderId;
  readonly resourceClass: ClassName;
  readonly amount: number;
}
