import type { Migration } from '@berth/ledger/journal/migration.ts';

/** There was nothing of what these steps are about before. */
const toVersion2: Migration = {
  to: 2,
  describe: 'limits are kept',
  operations: ['identity_registered_limits', 'identity_limits'].map((name) => ({
    do: 'create-table',
    table: { name, columns: { row_key: 'text', thing: 'text' }, keyLength: 1 },
  })),
};

const toVersion3: Migration = {
  to: 3,
  describe: 'which endpoints projects are told of is kept',
  operations: [
    {
      do: 'create-table',
      table: {
        name: 'identity_project_endpoints',
        columns: { row_key: 'text', thing: 'text' },
        keyLength: 1,
      },
    },
  ],
};

export const migrations: readonly Migration[] = [toVersion2, toVersion3];
