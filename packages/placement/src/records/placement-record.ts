import type { ConsumerFacts, InventoryFacts, ProviderFacts } from '@berth/engine/changes.ts';
import type { AggregateId, TraitName } from '@berth/engine/ids.ts';
import type { ResourceClass } from '@berth/engine/resource-class.ts';
import type { Trait } from '@berth/engine/trait.ts';

/** One thing in a ledger with all that hangs on it; the whole state is a list of these. */
export type PlacementRecord =
  | { readonly kind: 'class'; readonly resourceClass: ResourceClass }
  | { readonly kind: 'trait'; readonly trait: Trait }
  | ({ readonly kind: 'provider' } & WholeProvider)
  | { readonly kind: 'consumer'; readonly consumer: ConsumerFacts };

export interface WholeProvider {
  readonly provider: ProviderFacts;
  readonly inventories: readonly InventoryFacts[];
  readonly traits: readonly TraitName[];
  readonly aggregates: readonly AggregateId[];
}

/** For people: 'provider 7d1c… (cn1)'. */
export function describeRecord(record: PlacementRecord): string {
  switch (record.kind) {
    case 'class':
      return `resource class ${record.resourceClass.name}`;
    case 'trait':
      return `trait ${record.trait.name}`;
    case 'provider':
      return `provider ${record.provider.id} (${record.provider.name})`;
    default:
      return `consumer ${record.consumer.id}`;
  }
}
