import { writeLedger } from '../compute/write-ledger.ts';
import { migrationChanges } from './migration-changes.ts';

/** Makes a ledger with migrations: `build-migrations.ts MIGRATIONS FILE`. In a process of its own, for its memory. */
const [migrations, file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: build-migrations.ts MIGRATIONS FILE');
writeLedger(file, migrationChanges(Number(migrations)), {
  counted: 'migration-set',
  total: Number(migrations),
});
