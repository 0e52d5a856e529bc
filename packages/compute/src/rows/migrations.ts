import type { Migration } from '@berth/ledger/journal/migration.ts';

/** Of servers that were made before nothing is told. */
const toVersion2: Migration = {
  to: 2,
  describe: 'what was decided about the places of servers is kept',
  operations: [
    {
      do: 'create-table',
      table: { name: 'decision_logs', columns: { row_key: 'text', thing: 'text' }, keyLength: 1 },
    },
  ],
};

const toVersion3: Migration = {
  to: 3,
  describe: 'aggregates of hosts are kept',
  operations: [
    {
      do: 'create-table',
      table: { name: 'host_aggregates', columns: { row_key: 'text', thing: 'text' }, keyLength: 1 },
    },
  ],
};

const toVersion4: Migration = {
  to: 4,
  describe: 'servers can be shelved, and what is to be done at the image service is kept',
  operations: [
    {
      do: 'create-table',
      table: { name: 'image_chores', columns: { row_key: 'text', thing: 'text' }, keyLength: 1 },
    },
  ],
};

export const migrations: readonly Migration[] = [toVersion2, toVersion3, toVersion4];
