import type { AllocationFacts, Change, InventoryFacts } from '@berth/engine/changes.ts';
import type { AggregateId, ClassName, ConsumerId, ProviderId, TraitName } from '@berth/engine/ids.ts';

/** A change as it comes over the wire: see docs/changes.md. */
export interface WireChange {
  readonly number: number;
  readonly at: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** What a change on the wire means. It takes all that is needed from the wire form, so that nothing can be missing there. */
export function changeOf(wire: WireChange): Change {
  const id = wire['provider_uuid'] as ProviderId;
  const name = wire['resource_class'] as ClassName;
  switch (wire.kind) {
    case 'provider_set': {
      const provider = {
        id,
        name: wire['name'] as string,
        parentId: wire['parent_provider_uuid'] as ProviderId | null,
        generation: wire['generation'] as number,
        createdAt: instant(wire['created_at']),
        updatedAt: instantOrNull(wire['updated_at']),
      };
      return { kind: 'provider-set', provider };
    }
    case 'provider_touched': {
      const at = instantOrNull(wire['updated_at']);
      return { kind: 'provider-touched', id, generation: wire['generation'] as number, at };
    }
    case 'provider_removed':
      return { kind: 'provider-removed', id };
    case 'inventories_set':
      return { kind: 'inventories-set', id, inventories: inventoriesOf(wire['inventories']) };
    case 'traits_set':
      return { kind: 'traits-set', id, traits: wire['traits'] as TraitName[] };
    case 'aggregates_set':
      return { kind: 'aggregates-set', id, aggregates: wire['aggregates'] as AggregateId[] };
    case 'allocations_set': {
      const consumer = {
        id: wire['consumer_uuid'] as ConsumerId,
        generation: wire['consumer_generation'] as number,
        projectId: wire['project_id'] as string,
        userId: wire['user_id'] as string,
        type: wire['consumer_type'] as string | null,
        createdAt: instant(wire['created_at']),
        allocatedAt: instant(wire['allocated_at']),
        allocations: allocationsOf(wire['allocations']),
      };
      return { kind: 'consumer-set', consumer };
    }
    case 'allocations_removed':
      return {
        kind: 'consumer-removed',
        id: wire['consumer_uuid'] as ConsumerId,
        createdAt: instant(wire['created_at']),
      };
    case 'trait_added': {
      const trait = { name: wire['trait'] as TraitName, createdAt: instant(wire['created_at']) };
      return { kind: 'trait-added', trait };
    }
    case 'trait_removed':
      return { kind: 'trait-removed', name: wire['trait'] as TraitName };
    case 'class_added': {
      const resourceClass = {
        name,
        order: wire['position'] as number,
        createdAt: instantOrNull(wire['created_at']),
        updatedAt: instantOrNull(wire['updated_at']),
      };
      return { kind: 'class-added', resourceClass };
    }
    case 'class_removed':
      return { kind: 'class-removed', name };
    case 'class_renamed': {
      const at = instantOrNull(wire['updated_at']);
      return { kind: 'class-renamed', from: wire['former_name'] as ClassName, to: name, at };
    }
    default:
      throw new Error(`change ${wire.number} is of an unknown kind: ${wire.kind}`);
  }
}

function inventoriesOf(wire: unknown): InventoryFacts[] {
  return Object.entries(wire as Record<string, Record<string, unknown>>).map(([name, inventory]) => ({
    resourceClass: name as ClassName,
    total: inventory['total'] as number,
    reserved: inventory['reserved'] as number,
    minUnit: inventory['min_unit'] as number,
    maxUnit: inventory['max_unit'] as number,
    stepSize: inventory['step_size'] as number,
    allocationRatio: inventory['allocation_ratio'] as number,
    createdAt: instant(inventory['created_at']),
    updatedAt: instantOrNull(inventory['updated_at']),
  }));
}

function allocationsOf(wire: unknown): AllocationFacts[] {
  const byProvider = wire as Record<string, { readonly resources: Record<string, number> }>;
  return Object.entries(byProvider).flatMap(([providerId, { resources }]) =>
    Object.entries(resources).map(([resourceClass, amount]) => ({
      providerId: providerId as ProviderId,
      resourceClass: resourceClass as ClassName,
      amount,
    })),
  );
}

function instant(text: unknown): number {
  return Date.parse(String(text));
}

function instantOrNull(text: unknown): number | null {
  return text === null ? null : instant(text);
}
