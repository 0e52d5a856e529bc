import type { AllocationFacts, InventoryFacts } from '@berth/engine/changes.ts';
import type { AggregateId, ClassName, ConsumerId, ProviderId, TraitName } from '@berth/engine/ids.ts';
import {
  firstKeyOf,
  instantAt,
  instantOrNullAt,
  integerAt,
  integerOf,
  type JsonObject,
  Malformed,
  objectAt,
  objectOf,
  textAt,
  textOrNullAt,
  textsAt,
} from '@berth/api-kit/json/json-reading.ts';
import { inventoryAmounts } from './inventory-amounts.ts';
import type { PlacementRecord } from './placement-record.ts';

/** The record that a line was made of. Throws a `Malformed`. */
export function decodeRecord(json: unknown): PlacementRecord {
  const line = objectOf(json, 'the line');
  switch (firstKeyOf(line)) {
    case 'resource_class':
      return classIn(line);
    case 'trait':
      return traitIn(line);
    case 'resource_provider':
      return providerIn(line);
    case 'consumer':
      return consumerIn(line);
    default:
      throw new Malformed('it is no class, trait, provider or consumer');
  }
}

function classIn(line: JsonObject): PlacementRecord {
  return {
    kind: 'class',
    resourceClass: {
      name: textAt(line, 'resource_class') as ClassName,
      order: integerAt(line, 'position'),
      createdAt: instantOrNullAt(line, 'created_at'),
      updatedAt: instantOrNullAt(line, 'updated_at'),
    },
  };
}

function traitIn(line: JsonObject): PlacementRecord {
  const trait = { name: textAt(line, 'trait') as TraitName, createdAt: instantAt(line, 'created_at') };
  return { kind: 'trait', trait };
}

function providerIn(line: JsonObject): PlacementRecord {
  return {
    kind: 'provider',
    provider: {
      id: textAt(line, 'resource_provider') as ProviderId,
      name: textAt(line, 'name'),
      parentId: textOrNullAt(line, 'parent_provider_uuid') as ProviderId | null,
      generation: integerAt(line, 'generation'),
      createdAt: instantAt(line, 'created_at'),
      updatedAt: instantOrNullAt(line, 'updated_at'),
    },
    inventories: Object.entries(objectAt(line, 'inventories')).map(inventoryIn),
    traits: textsAt<TraitName>(line, 'traits'),
    aggregates: textsAt<AggregateId>(line, 'aggregates'),
  };
}

function inventoryIn([resourceClass, json]: [string, unknown]): InventoryFacts {
  const inventory = objectOf(json, `the inventory of ${resourceClass}`);
  return {
    ...inventoryAmounts(resourceClass, inventory),
    createdAt: instantAt(inventory, 'created_at'),
    updatedAt: instantOrNullAt(inventory, 'updated_at'),
  };
}

function consumerIn(line: JsonObject): PlacementRecord {
  return {
    kind: 'consumer',
    consumer: {
      id: textAt(line, 'consumer') as ConsumerId,
      generation: integerAt(line, 'consumer_generation'),
      projectId: textAt(line, 'project_id'),
      userId: textAt(line, 'user_id'),
      type: textOrNullAt(line, 'consumer_type'),
      createdAt: instantAt(line, 'created_at'),
      allocatedAt: instantAt(line, 'allocated_at'),
      allocations: Object.entries(objectAt(line, 'allocations')).flatMap(allocationsIn),
    },
  };
}

function allocationsIn([providerId, json]: [string, unknown]): AllocationFacts[] {
  const resources = objectOf(json, `what is held of provider ${providerId}`);
  return Object.entries(resources).map(([resourceClass, amount]) => ({
    providerId: providerId as ProviderId,
    resourceClass: resourceClass as ClassName,
    amount: integerOf(amount, `the amount of ${resourceClass}`),
  }));
}
