import type { DatabaseSync } from 'node:sqlite';
import { unhashed } from '../chain.ts';
import { readFact, writeFact } from './facts.ts';
import { readHash, writeForgottenHash } from './history.ts';
import { readLastNumber } from './read-state.ts';
import { inTransaction } from './transaction.ts';

/**
 * Forgets changes from the oldest on. How far is remembered, so that numbers go on where they were even when
 * all changes are forgotten.
 */
export function pruneChanges(database: DatabaseSync, before: number, limit: number): number {
  return inTransaction(database, () => {
    const forgotten = readFact(database, 'forgotten_through') ?? 0;
    const firstKept = database
      .prepare('select number from changes where at >= ? order by number limit 1')
      .get(before)?.['number'];
    const through = firstKept === undefined ? readLastNumber(database) : Number(firstKept) - 1;
    const last = Math.min(through, forgotten + limit);
    if (last <= forgotten) return 0;
    writeForgottenHash(database, readHash(database, last) ?? unhashed);
    database.prepare('delete from changes where number <= ?').run(last);
    writeFact(database, 'forgotten_through', last);
    return last - forgotten;
  });
}
