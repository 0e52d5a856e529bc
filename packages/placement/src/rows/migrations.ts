import type { Migration } from '@berth/ledger/journal/migration.ts';
import type { Row, Table } from '@berth/ledger/journal/projection.ts';

// Tables as they were at each version: what `tables.ts` says today may be something else tomorrow.
const consumersOfVersion2: Table = {
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
};

const allocationsOfVersion2: Table = {
  name: 'allocations',
  columns: {
    consumer_created_at: 'integer',
    consumer_id: 'text',
    provider_id: 'text',
    resource_class: 'text',
    amount: 'integer',
  },
  keyLength: 4,
};

/**
 * Changes in the journal stay as they are. Those that say a consumer was removed do not yet say when it had been made;
 * only its rows are found by that, and they are gone.
 */
const toVersion2: Migration = {
  to: 2,
  describe: 'consumers and allocations lie in the order in which the consumers came',
  operations: [
    { do: 'add-column', table: 'allocations', column: 'consumer_created_at', type: 'integer', fill: 0 },
    {
      do: 'copy-column',
      table: 'allocations',
      column: 'consumer_created_at',
      from: { table: 'consumers', column: 'created_at', where: { id: 'consumer_id' } },
    },
    { do: 'rewrite-table', from: 'allocations', to: allocationsOfVersion2, row: unchanged },
    { do: 'rewrite-table', from: 'consumers', to: consumersOfVersion2, row: unchanged },
  ],
};

function unchanged(row: Row): Row {
  return row;
}

export const migrations: readonly Migration[] = [toVersion2];
