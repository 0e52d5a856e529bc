import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsProjection } from '../testing/rows-projection.ts';
import { toVersion2, toVersion3, version3 } from '../testing/things-history.ts';
import { checkProjection } from './check-projection.ts';
import type { Table } from './projection.ts';

const table: Table = { name: 'things', columns: { name: 'text', amount: 'integer?' }, keyLength: 1 };

test('a projection in order passes', () => {
  checkProjection(rowsProjection([table]));
  checkProjection(version3);
  checkProjection({ ...version3, migrations: [toVersion3] });
});

test('tables that contradict themselves are a mistake', () => {
  const mistakes: [readonly Table[], RegExp][] = [
    [[table, table], /stated twice/],
    [[{ ...table, name: 'Things' }], /not a name/],
    [[{ ...table, name: 'a"b' }], /not a name/],
    [[{ ...table, columns: { 'first name': 'text' } }], /not a name/],
    [[{ ...table, name: 'changes' }], /belongs to the journal/],
    [[{ ...table, name: 'berth_schema' }], /belongs to the journal/],
    [[{ ...table, keyLength: 0 }], /needs a key/],
    [[{ ...table, keyLength: 3 }], /needs a key/],
    [[{ ...table, keyLength: 2 }], /cannot be integer\?/],
    [[{ ...table, indexes: [[]] }], /over nothing/],
    [[{ ...table, indexes: [['colour']] }], /which it has not/],
  ];
  for (const [tables, message] of mistakes)
    assert.throws(() => checkProjection(rowsProjection(tables)), message);
});

test('a history with gaps, or one that does not end at the version, is a mistake', () => {
  assert.throws(() => checkProjection({ ...version3, schemaVersion: 0, migrations: [] }), /count from 1/);
  assert.throws(() => checkProjection({ ...version3, migrations: [toVersion3, toVersion2] }), /out of order/);
  assert.throws(() => checkProjection({ ...version3, migrations: [toVersion2] }), /out of order/);
  assert.throws(() => checkProjection({ ...version3, schemaVersion: 2 }), /more migrations/);
});
