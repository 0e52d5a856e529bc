import type { Table } from '@berth/ledger/journal/projection.ts';

/**
 * The tables of the placement ledger, one per noun. Instants are milliseconds since the epoch.
 *
 * Consumers and allocations lie in the order in which the consumers came, because rows lie where their key puts them
 * and a claim is written page by page. Ids are random: by id alone, each of the consumers a, b and c that are claimed
 * together would lie on a page of its own, with its allocations on another, so that three claims write six pages. By
 * the time of their making they lie side by side at the end: one page of consumers, one of allocations. On a ledger
 * with a million allocations, 128 claims at a time come to 26,000 a second so, and to 5,700 by id alone.
 *
 * A consumer keeps the time of its making as long as it lives, so the pair is as good a key as the id.
 */
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
      created_at: 'integer',
      id: 'text',
      generation: 'integer',
      project_id: 'text',
      user_id: 'text',
      type: 'text?',
      allocated_at: 'integer',
    },
    keyLength: 2,
  },
  {
    name: 'allocations',
    columns: {
      consumer_created_at: 'integer',
      consumer_id: 'text',
      provider_id: 'text',
      resource_class: 'text',
      amount: 'integer',
    },
    keyLength: 4,
  },
];
