import { writeSync } from 'node:fs';
import { openSqliteJournal } from '../journal/sqlite-journal.ts';
import { type CounterChange, setCounter } from './counters.ts';
import { countersProjection } from './counters-projection.ts';

/**
 * Run as a process of its own: opens the ledger at the given path, appends so many batches to it and prints the
 * last number after each, then stays until it is killed. If the ledger cannot be opened it prints why and ends.
 */
export const batchSize = 4;

export function batch(number: number): CounterChange[] {
  const name = `counter ${number % 50}`;
  return [
    setCounter(name, { value: number, labels: [{ label: `label ${number}`, weight: number }] }),
    { kind: 'counter-counted', name, value: number + 1 },
    setCounter('newest', { value: number }),
    { kind: 'label-renamed', from: `label ${number}`, to: 'x' },
  ];
}

if (import.meta.main) {
  const [path = '', count = '0'] = process.argv.slice(2);
  try {
    const journal = openSqliteJournal(path, [countersProjection], { lockWaitMs: 500 });
    writeSync(1, `${journal.lastNumber}\n`);
    setInterval(() => {}, 60_000);
    for (let number = 0; number < Number(count); number += 1) {
      journal.append(batch(journal.lastNumber / batchSize), Date.now());
      writeSync(1, `${journal.lastNumber}\n`);
    }
  } catch (error) {
    writeSync(1, `${error instanceof Error ? error.name : String(error)}\n`);
    process.exit(1);
  }
}
