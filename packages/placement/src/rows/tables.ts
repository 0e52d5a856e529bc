import type { Table } from '@berth/ledger/journal/projection.ts';

/** The tables of the placement ledger, one per noun. Instants are milliseconds since the epoch. */
export const tables: readonly Table[] = [
  {
    name: 'resource_classes',
    columns: { name: 'text', position: 'integer', created_at: 'integer?', updated_at: 'integer?' },
    keyLength: 1,
  },
  { name: 'traits', columns: { name: 'text', created_at: 'integer' }, keyLength: 1 },
  {
    name: 'providers',
    columns: {
      id: 'text',
      name: 'text',
      parent_id: 'text?',
      generation: 'integer',
      created_at: 'integer',
      updated_at: 'integer?',
    },
    keyLength: 1,
  },
  {
    name: 'inventories',
    columns: {
      provider_id: 'text',
      resource_class: 'text',
      total: 'integer',
      reserved: 'integer',
      min_unit: 'integer',
      max_unit: 'integer',
      step_size: 'integer',
      allocation_ratio: 'real',
      created_at: 'integer',
      updated_at: 'integer?',
    },
    keyLength: 2,
  },
  { name: 'provider_traits', columns: { provider_id: 'text', trait: 'text' }, keyLength: 2 },
  { name: 'provider_aggregates', columns: { provider_id: 'text', aggregate_id: 'text' }, keyLength: 2 },
  {
    name: 'consumers',
    columns: {
      id: 'text',
      generation: 'integer',
      project_id: 'text',
      user_id: 'text',
      type: 'text?',
      created_at: 'integer',
      allocated_at: 'integer',
    },
    keyLength: 1,
  },
  {
    name: 'allocations',
    columns: { consumer_id: 'text', provider_id: 'text', resource_class: 'text', amount: 'integer' },
    keyLength: 3,
  },
];
