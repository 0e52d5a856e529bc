import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import { Progress } from '../progress.ts';
import { planOf } from '../worlds/plan-of.ts';
import { fillJournal } from './fill-journal.ts';

/**
 * Makes the ledger of one world: `build-program.ts WORLD FILE`. In a process of its own, because what it needs for a
 * large world (2 GB for 100,000 hosts) should not be with us while we measure.
 */
const [name, file] = process.argv.slice(2);
if (name === undefined || file === undefined) throw new Error('usage: build-program.ts WORLD FILE');

const progress = new Progress();
progress.say(`making the ledger of ${name}`);
const journal = openSqliteJournal(file, cloudProjections);
await fillJournal(journal, planOf(name), (done, total) =>
  progress.step('providers and consumers', done, total),
);
journal.close();
