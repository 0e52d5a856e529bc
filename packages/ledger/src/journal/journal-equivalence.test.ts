import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { withoutHashes } from '../testing/without-hashes.ts';
import { arbitrarySteps, outcomeOf, twoParts } from '../testing/journal-steps.ts';
import { MemoryJournal } from './memory-journal.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

test('whatever is written to two parts and pruned, the memory journal and the SQLite journal say the same', async () => {
  await assertProperty(
    fc.asyncProperty(arbitrarySteps, async (steps) => {
      const memory = new MemoryJournal(twoParts);
      const sqlite = openSqliteJournal(':memory:', twoParts);
      for (const step of steps) {
        assert.deepEqual(await outcomeOf(step, sqlite), await outcomeOf(step, memory));
        assert.equal(sqlite.lastNumber, memory.lastNumber);
        assert.deepEqual([...sqlite.load()], [...memory.load()]);
        assert.deepEqual(withoutHashes(sqlite.changesAfter(2, 7)), withoutHashes(memory.changesAfter(2, 7)));
        assert.deepEqual([sqlite.problems(), memory.problems()], [[], []]);
      }
      sqlite.close();
    }),
    300,
  );
});
