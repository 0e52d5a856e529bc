import type { Change } from '@berth/engine/changes.ts';
import type { PlacementRecord } from './placement-record.ts';

/** The changes that bring a record into a ledger that does not have it. */
export function changesOfRecord(record: PlacementRecord): Change[] {
  switch (record.kind) {
    case 'class':
      return [{ kind: 'class-added', resourceClass: record.resourceClass }];
    case 'trait':
      return [{ kind: 'trait-added', trait: record.trait }];
    case 'provider': {
      const { provider, inventories, traits, aggregates } = record;
      const { id } = provider;
      const changes: Change[] = [{ kind: 'provider-set', provider }];
      if (inventories.length > 0) changes.push({ kind: 'inventories-set', id, inventories });
      if (traits.length > 0) changes.push({ kind: 'traits-set', id, traits });
      if (aggregates.length > 0) changes.push({ kind: 'aggregates-set', id, aggregates });
      return changes;
    }
    default:
      return [{ kind: 'consumer-set', consumer: record.consumer, isNew: true }];
  }
}
