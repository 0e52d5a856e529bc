import type { Migration } from '@berth/ledger/journal/migration.ts';

/** There was nothing of these before. */
const toVersion2: Migration = {
  to: 2,
  describe: 'limits are kept',
  operations: ['identity_registered_limits', 'identity_limits'].map((name) => ({
    do: 'create-table',
    table: { name, columns: { row_key: 'text', thing: 'text' }, keyLength: 1 },
  })),
};

export const migrations: readonly Migration[] = [toVersion2];
