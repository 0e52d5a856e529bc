import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { type CloudChange, cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import { Progress } from '../progress.ts';
import { serverChanges } from './server-changes.ts';

/** Makes a ledger with servers: `build-servers.ts SERVERS LIVE-OF-TEN FILE`. In a process of its own, for its memory. */
const [servers, liveOfTen, file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: build-servers.ts SERVERS LIVE-OF-TEN FILE');

/** So many changes in one transaction. */
const groupSize = 20_000;
const progress = new Progress();
const journal = openSqliteJournal<CloudChange>(file, cloudProjections);
let waiting: CloudChange[] = [];
let done = 0;
const flush = () => {
  journal.append(waiting, Date.now());
  journal.prune(Number.MAX_SAFE_INTEGER);
  done += waiting.filter(({ kind }) => kind === 'server-set').length;
  waiting = [];
  progress.step('servers', done, Number(servers));
};
for (const change of serverChanges({ servers: Number(servers), liveOfTen: Number(liveOfTen) })) {
  waiting.push(change);
  if (waiting.length >= groupSize) flush();
}
flush();
journal.close();
