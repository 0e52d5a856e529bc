import { journalContract } from './journal.contract.ts';
import { MemoryJournal } from './memory-journal.ts';

const ends = 'a memory journal ends with its process';

journalContract('memory journal', () => ({ open: (parts) => new MemoryJournal(parts) }), {
  except: { reopening: ends, 'second writer': ends, upgrading: ends },
});
