import { checkProjection } from './check-projection.ts';
import type { JournalReader } from './journal.ts';
import { JournalClosed, JournalMissing } from './journal-errors.ts';
import type { Projection } from './projection.ts';
import { isEmpty, openDatabaseReadOnly } from './sqlite/open-database.ts';
import { openingFailure } from './sqlite/opening-failure.ts';
import { readChanges, readLastNumber, readState } from './sqlite/read-state.ts';
import { assertReadable } from './sqlite/schema.ts';

/** For looking at a ledger that no process serves just now. Nothing is made, upgraded or repaired. */
export function openSqliteJournalReadOnly<Change>(
  path: string,
  projection: Projection<Change>,
  { lockWaitMs = 0 }: { readonly lockWaitMs?: number } = {},
): JournalReader<Change> {
  checkProjection(projection);
  const database = openDatabaseReadOnly(path, lockWaitMs);
  const assertOpen = () => {
    if (!database.isOpen) throw new JournalClosed(path);
  };
  try {
    if (isEmpty(database)) throw new JournalMissing(path);
    assertReadable(database, path, projection);
    return {
      lastNumber: readLastNumber(database),
      load() {
        assertOpen();
        return readState(database, path, projection);
      },
      changesAfter(after, limit) {
        assertOpen();
        return readChanges(database, path, after, limit);
      },
      close() {
        if (database.isOpen) database.close();
      },
    };
  } catch (error) {
    database.close();
    throw openingFailure(path, 'read', error);
  }
}
