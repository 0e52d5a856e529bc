import { given } from '@berth/engine/testing/given.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { changesThatMake } from '@berth/placement/testing/changes-that-make.ts';
import { cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';

/** A ledger in a file with this world in it. */
export function fillLedger(path: string, world: string): void {
  const journal = openSqliteJournal(path, cloudProjections);
  journal.append([...changesThatMake(given(world))], Date.now());
  journal.close();
}
