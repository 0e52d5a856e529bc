import { unreachable } from '@berth/engine/assert.ts';
import type { Change, ConsumerFacts } from '@berth/engine/changes.ts';
import type { RowChange } from '@berth/ledger/journal/projection.ts';

/** What each change does to the rows. */
export function rowsOf(change: Change): RowChange[] {
  switch (change.kind) {
    case 'provider-set': {
      const { id, name, parentId, generation, createdAt, updatedAt } = change.provider;
      const row = { id, name, parent_id: parentId, generation, created_at: createdAt, updated_at: updatedAt };
      return [{ do: 'put', table: 'providers', row }];
    }
    case 'provider-touched':
      return [
        {
          do: 'patch',
          table: 'providers',
          where: { id: change.id },
          set: { generation: change.generation, updated_at: change.at },
        },
      ];
    case 'provider-removed':
      return [{ do: 'remove', table: 'providers', where: { id: change.id } }];
    case 'inventories-set':
      return [
        { do: 'remove', table: 'inventories', where: { provider_id: change.id } },
        ...change.inventories.map((facts): RowChange => {
          const row = {
            provider_id: change.id,
            resource_class: facts.resourceClass,
            total: facts.total,
            reserved: facts.reserved,
            min_unit: facts.minUnit,
            max_unit: facts.maxUnit,
            step_size: facts.stepSize,
            allocation_ratio: facts.allocationRatio,
            created_at: facts.createdAt,
            updated_at: facts.updatedAt,
          };
          return { do: 'put', table: 'inventories', row };
        }),
      ];
    case 'traits-set':
      return [
        { do: 'remove', table: 'provider_traits', where: { provider_id: change.id } },
        ...change.traits.map((trait): RowChange => {
          return { do: 'put', table: 'provider_traits', row: { provider_id: change.id, trait } };
        }),
      ];
    case 'aggregates-set':
      return [
        { do: 'remove', table: 'provider_aggregates', where: { provider_id: change.id } },
        ...change.aggregates.map((aggregate): RowChange => {
          const row = { provider_id: change.id, aggregate_id: aggregate };
          return { do: 'put', table: 'provider_aggregates', row };
        }),
      ];
    case 'consumer-set':
      return rowsOfConsumer(change.consumer, change.isNew === true);
    case 'consumer-removed': {
      const { id, createdAt } = change;
      return [
        { do: 'remove', table: 'consumers', where: { created_at: createdAt, id } },
        { do: 'remove', table: 'allocations', where: { consumer_created_at: createdAt, consumer_id: id } },
      ];
    }
    case 'trait-added': {
      const { name, createdAt } = change.trait;
      return [{ do: 'put', table: 'traits', row: { name, created_at: createdAt } }];
    }
    case 'trait-removed':
      return [{ do: 'remove', table: 'traits', where: { name: change.name } }];
    case 'class-added': {
      const { name, order, createdAt, updatedAt } = change.resourceClass;
      const row = { name, position: order, created_at: createdAt, updated_at: updatedAt };
      return [{ do: 'put', table: 'resource_classes', row }];
    }
    case 'class-removed':
      return [{ do: 'remove', table: 'resource_classes', where: { name: change.name } }];
    case 'class-renamed': {
      const where = { resource_class: change.from };
      const set = { resource_class: change.to };
      return [
        {
          do: 'patch',
          table: 'resource_classes',
          where: { name: change.from },
          set: { name: change.to, updated_at: change.at },
        },
        { do: 'patch', table: 'inventories', where, set },
        { do: 'patch', table: 'allocations', where, set },
      ];
    }
    default:
      return unreachable(change);
  }
}

function rowsOfConsumer(consumer: ConsumerFacts, isNew: boolean): RowChange[] {
  const { id, generation, projectId, userId, type, createdAt, allocatedAt } = consumer;
  const row = {
    created_at: createdAt,
    id,
    generation,
    project_id: projectId,
    user_id: userId,
    type,
    allocated_at: allocatedAt,
  };
  const rows: RowChange[] = [{ do: 'put', table: 'consumers', row }];
  // A new consumer's allocations have none before them, which spares most claims a look for them.
  if (!isNew) {
    const where = { consumer_created_at: createdAt, consumer_id: id };
    rows.push({ do: 'remove', table: 'allocations', where });
  }
  for (const { providerId, resourceClass, amount } of consumer.allocations) {
    const held = {
      consumer_created_at: createdAt,
      consumer_id: id,
      provider_id: providerId,
      resource_class: resourceClass,
      amount,
    };
    rows.push({ do: 'put', table: 'allocations', row: held });
  }
  return rows;
}
