import { join } from 'node:path';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { journalContract } from './journal.contract.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

journalContract('sqlite journal', (test) => {
  const path = join(temporaryDirectory(test), 'ledger.db');
  return { open: (parts) => openSqliteJournal(path, parts, { lockWaitMs: 0 }) };
});

const ends = 'a journal in memory ends with its process';

journalContract(
  'sqlite journal in memory',
  () => ({ open: (parts) => openSqliteJournal(':memory:', parts) }),
  { except: { reopening: ends, 'second writer': ends, upgrading: ends } },
);
