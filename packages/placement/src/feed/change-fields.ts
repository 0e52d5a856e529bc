import { unreachable } from '@berth/engine/assert.ts';
import type { AllocationFacts, ChangeKind, InventoryFacts } from '@berth/engine/changes.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { StoredChange } from '../rows/stored-change.ts';

/** Each kind of change: what it is called outside, and all that it says something about. A kind without a line does not compile. */
export const changeKinds = {
  'provider-set': { name: 'provider_set', nouns: ['providers'] },
  'provider-touched': { name: 'provider_touched', nouns: ['providers'] },
  'provider-removed': { name: 'provider_removed', nouns: ['providers'] },
  'inventories-set': { name: 'inventories_set', nouns: ['inventories'] },
  'traits-set': { name: 'traits_set', nouns: ['traits'] },
  'aggregates-set': { name: 'aggregates_set', nouns: ['aggregates'] },
  'consumer-set': { name: 'allocations_set', nouns: ['allocations'] },
  'consumer-removed': { name: 'allocations_removed', nouns: ['allocations'] },
  'trait-added': { name: 'trait_added', nouns: ['traits'] },
  'trait-removed': { name: 'trait_removed', nouns: ['traits'] },
  'class-added': { name: 'class_added', nouns: ['classes'] },
  'class-removed': { name: 'class_removed', nouns: ['classes'] },
  // What was counted under the old name is counted under the new one.
  'class-renamed': { name: 'class_renamed', nouns: ['classes', 'inventories', 'allocations'] },
} as const satisfies Readonly<
  Record<ChangeKind, { readonly name: string; readonly nouns: readonly string[] }>
>;

/** What a change says to clients, one by one documented in docs/changes.md. Fields may be added, and none goes. */
export function fieldsOf(change: StoredChange): Readonly<Record<string, unknown>> {
  switch (change.kind) {
    case 'provider-set': {
      const { id, name, parentId, generation, createdAt, updatedAt } = change.provider;
      return {
        provider_uuid: id,
        name,
        parent_provider_uuid: parentId,
        generation,
        created_at: moment(createdAt),
        updated_at: momentOrNull(updatedAt),
      };
    }
    case 'provider-touched': {
      const { id, generation, at } = change;
      return { provider_uuid: id, generation, updated_at: momentOrNull(at) };
    }
    case 'provider-removed':
      return { provider_uuid: change.id };
    case 'inventories-set': {
      const inventories = Object.fromEntries(change.inventories.map(inventoryEntry));
      return { provider_uuid: change.id, inventories };
    }
    case 'traits-set':
      return { provider_uuid: change.id, traits: change.traits };
    case 'aggregates-set':
      return { provider_uuid: change.id, aggregates: change.aggregates };
    case 'consumer-set': {
      const { id, generation, projectId, userId, type, createdAt, allocatedAt, allocations } =
        change.consumer;
      return {
        consumer_uuid: id,
        consumer_generation: generation,
        project_id: projectId,
        user_id: userId,
        consumer_type: type,
        created_at: moment(createdAt),
        allocated_at: moment(allocatedAt),
        allocations: allocationsView(allocations),
      };
    }
    case 'consumer-removed':
      return { consumer_uuid: change.id, created_at: momentOrNull(change.createdAt ?? null) };
    case 'trait-added':
      return { trait: change.trait.name, created_at: moment(change.trait.createdAt) };
    case 'trait-removed':
      return { trait: change.name };
    case 'class-added': {
      const { name, order, createdAt, updatedAt } = change.resourceClass;
      return {
        resource_class: name,
        position: order,
        created_at: momentOrNull(createdAt),
        updated_at: momentOrNull(updatedAt),
      };
    }
    case 'class-removed':
      return { resource_class: change.name };
    case 'class-renamed':
      return { resource_class: change.to, former_name: change.from, updated_at: momentOrNull(change.at) };
    default:
      return unreachable(change);
  }
}

function inventoryEntry(inventory: InventoryFacts): [string, object] {
  const { total, reserved, minUnit, maxUnit, stepSize, allocationRatio, createdAt, updatedAt } = inventory;
  return [
    inventory.resourceClass,
    {
      total,
      reserved,
      min_unit: minUnit,
      max_unit: maxUnit,
      step_size: stepSize,
      allocation_ratio: allocationRatio,
      created_at: moment(createdAt),
      updated_at: momentOrNull(updatedAt),
    },
  ];
}

/** By provider, then by class, as `GET /allocations/{consumer_uuid}` has them. */
function allocationsView(allocations: readonly AllocationFacts[]): object {
  const byProvider: Record<string, { readonly resources: Record<string, number> }> = {};
  for (const { providerId, resourceClass, amount } of allocations) {
    (byProvider[providerId] ??= { resources: {} }).resources[resourceClass] = amount;
  }
  return byProvider;
}

/** '2026-11-16T04:38:31.250Z' */
function moment(at: Instant): string {
  return new Date(at).toISOString();
}

function momentOrNull(at: Instant | null): string | null {
  return at === null ? null : moment(at);
}
