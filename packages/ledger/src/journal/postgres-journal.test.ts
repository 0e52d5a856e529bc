import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { arbitrarySteps, outcomeOf, twoParts } from '../testing/journal-steps.ts';
import { hasPostgres, postgresPlace } from '../testing/postgres-place.ts';
import { withoutHashes } from '../testing/without-hashes.ts';
import { journalContract } from './journal.contract.ts';
import type { Journal } from './journal.ts';
import { MemoryJournal } from './memory-journal.ts';
import { openPostgresJournal } from './postgres-journal.ts';

journalContract('postgres journal', async (t) => {
  if (!(await hasPostgres(t))) return { open: (parts) => new MemoryJournal(parts) };
  const place = await postgresPlace();
  return { open: (parts) => opened(t, openPostgresJournal(place, parts)) };
});

test('whatever is written to two parts and pruned, the memory journal and the PostgreSQL journal say the same', async (t) => {
  if (!(await hasPostgres(t))) return;
  await assertProperty(
    fc.asyncProperty(arbitrarySteps, async (steps) => {
      const memory = new MemoryJournal(twoParts);
      const postgres = await openPostgresJournal(await postgresPlace(), twoParts);
      for (const step of steps) {
        assert.deepEqual(await outcomeOf(step, postgres), await outcomeOf(step, memory));
        assert.equal(postgres.lastNumber, memory.lastNumber);
        assert.deepEqual([...(await postgres.load())], [...memory.load()]);
        assert.deepEqual(
          withoutHashes(await postgres.changesAfter(2, 7)),
          withoutHashes(memory.changesAfter(2, 7)),
        );
        assert.deepEqual(await postgres.problems(), []);
      }
      await postgres.close();
    }),
    40,
  );
});

/** Closed when the test ends: an open connection keeps the process alive. */
async function opened<Change>(t: TestContext, opening: Promise<Journal<Change>>): Promise<Journal<Change>> {
  const journal = await opening;
  t.after(() => journal.close());
  return journal;
}
