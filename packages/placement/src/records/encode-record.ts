import type { AllocationFacts, InventoryFacts } from '@berth/engine/changes.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { PlacementRecord } from './placement-record.ts';

/**
 * A record as a line of JSON, in the words of the API. The first key says what it is and which one. Equal records give equal lines:
 * whatever has no order of its own is sorted.
 */
export function encodeRecord(record: PlacementRecord): string {
  return JSON.stringify(wireRecord(record));
}

function wireRecord(record: PlacementRecord): object {
  switch (record.kind) {
    case 'class': {
      const { name, order, createdAt, updatedAt } = record.resourceClass;
      return { resource_class: name, position: order, ...times(createdAt, updatedAt) };
    }
    case 'trait':
      return { trait: record.trait.name, created_at: time(record.trait.createdAt) };
    case 'provider': {
      const { id, name, parentId, generation, createdAt, updatedAt } = record.provider;
      return {
        resource_provider: id,
        name,
        parent_provider_uuid: parentId,
        generation,
        ...times(createdAt, updatedAt),
        inventories: wireInventories(record.inventories),
        aggregates: record.aggregates.toSorted(),
        traits: record.traits.toSorted(),
      };
    }
    default: {
      const { id, generation, projectId, userId, type, createdAt, allocatedAt, allocations } =
        record.consumer;
      return {
        consumer: id,
        consumer_generation: generation,
        project_id: projectId,
        user_id: userId,
        consumer_type: type,
        created_at: time(createdAt),
        allocated_at: time(allocatedAt),
        allocations: wireAllocations(allocations),
      };
    }
  }
}

function wireInventories(inventories: readonly InventoryFacts[]): object {
  const shown: Record<string, object> = {};
  for (const each of inventories.toSorted((a, b) => order(a.resourceClass, b.resourceClass))) {
    shown[each.resourceClass] = {
      total: each.total,
      reserved: each.reserved,
      min_unit: each.minUnit,
      max_unit: each.maxUnit,
      step_size: each.stepSize,
      allocation_ratio: each.allocationRatio,
      ...times(each.createdAt, each.updatedAt),
    };
  }
  return shown;
}

function wireAllocations(allocations: readonly AllocationFacts[]): object {
  const shown: Record<string, Record<string, number>> = {};
  const sorted = allocations.toSorted(
    (a, b) => order(a.providerId, b.providerId) || order(a.resourceClass, b.resourceClass),
  );
  for (const { providerId, resourceClass, amount } of sorted) {
    (shown[providerId] ??= {})[resourceClass] = amount;
  }
  return shown;
}

function times(createdAt: Instant | null, updatedAt: Instant | null) {
  return { created_at: timeOrNull(createdAt), updated_at: timeOrNull(updatedAt) };
}

function timeOrNull(instant: Instant | null): string | null {
  return instant === null ? null : time(instant);
}

function time(instant: Instant): string {
  return new Date(instant).toISOString();
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
