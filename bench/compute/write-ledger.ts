import { type CloudChange, cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { Progress } from '../progress.ts';

/** So many changes in one transaction. */
const groupSize = 20_000;

/** Makes a ledger of changes; how far it is tells the number of those of a kind. */
export function writeLedger(
  file: string,
  changes: Iterable<CloudChange>,
  { counted, total }: { readonly counted: CloudChange['kind']; readonly total: number },
): void {
  const progress = new Progress();
  const journal = openSqliteJournal<CloudChange>(file, cloudProjections);
  let waiting: CloudChange[] = [];
  let done = 0;
  const flush = () => {
    journal.append(waiting, Date.now());
    journal.prune(Number.MAX_SAFE_INTEGER);
    done += waiting.filter(({ kind }) => kind === counted).length;
    waiting = [];
    progress.step(counted, done, total);
  };
  for (const change of changes) {
    waiting.push(change);
    if (waiting.length >= groupSize) flush();
  }
  flush();
  journal.close();
}
