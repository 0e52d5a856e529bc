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

/** There was nothing of these before. */
const toVersion3: Migration = {
  to: 3,
  describe:
    'aggregates of hosts, moves of servers and plans of them, and what is to be done at the image service are kept',
  operations: ['host_aggregates', 'migrations', 'image_chores', 'plans', 'plan_pages'].map((name) => ({
    do: 'create-table',
    table: { name, columns: { row_key: 'text', thing: 'text' }, keyLength: 1 },
  })),
};

export const migrations: readonly Migration[] = [toVersion2, toVersion3];
