import { openSqliteJournalReadOnly } from '../journal/sqlite-journal-reader.ts';
import { openSqliteJournal } from '../journal/sqlite-journal.ts';
import { countersProjection } from './counters-projection.ts';

/** Run as a process of its own: opens the ledger at the given path and prints what came of it. */
if (import.meta.main) {
  const [mode, path = ''] = process.argv.slice(2);
  const open = mode === 'read' ? openSqliteJournalReadOnly : openSqliteJournal;
  try {
    const journal = open(path, [countersProjection], { lockWaitMs: 0 });
    process.stdout.write(`opened with ${journal.lastNumber} changes`);
    journal.close();
  } catch (error) {
    process.stdout.write(String(error));
  }
}
