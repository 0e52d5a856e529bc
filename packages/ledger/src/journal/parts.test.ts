import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countersProjection } from '../testing/counters-projection.ts';
import type { TwoPartsChange } from '../testing/journal-steps.ts';
import { putRow } from '../testing/rows-projection.ts';
import { version1, version3 } from '../testing/things-history.ts';
import { Parts } from './parts.ts';
import type { Migration } from './migration.ts';

test('a change goes to the part whose kind it is', () => {
  const parts = new Parts<TwoPartsChange>([countersProjection, version1]);
  const change = putRow('things', { name: 'a', amount: 1 });
  assert.deepEqual([...parts.rowsOf(change)], [change]);
  assert.deepEqual(
    [...parts.rowsOf({ kind: 'counter-counted', name: 'a', value: 1 })],
    [{ do: 'patch', table: 'counters', where: { name: 'a' }, set: { value: 1 } }],
  );
  assert.throws(() => parts.rowsOf({ kind: 'constructor' } as never), /of the kind constructor/);
});

test('a part reads its own tables only', () => {
  const curious = {
    ...version1,
    changesOf: (read: (table: string) => Iterable<object>) => [...read('labels')],
  };
  const parts = new Parts<TwoPartsChange>([countersProjection, curious as never]);
  assert.throws(() => [...parts.changesOf(() => [])], /the part rows has no table labels/);
});

test('a part must not rewrite the changes of another', () => {
  const rewriting: Migration = {
    to: 2,
    describe: 'counters are not ours',
    operations: [{ do: 'rewrite-changes', kinds: ['counter-set'], change: (change) => change }],
  };
  const rows = { ...version1, schemaVersion: 2, migrations: [rewriting] };
  assert.ok(new Parts<TwoPartsChange>([rows])); // The kind may have been its own.
  assert.throws(
    () => new Parts<TwoPartsChange>([rows, countersProjection]),
    /rows rewrites changes of the kind counter-set, which is counters's/,
  );
});

test('what is wrong with one part is found', () => {
  assert.throws(() => new Parts([{ ...version3, name: 'The rows' }]), /not a name for a part/);
  assert.throws(() => new Parts([{ ...version3, migrations: [], schemaVersion: 0 }]), /count from 1/);
});
