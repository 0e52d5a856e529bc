import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countersProjection } from '../testing/counters-projection.ts';
import type { TwoPartsChange } from '../testing/journal-steps.ts';
import { toVersion2, toVersion3, version3 } from '../testing/things-history.ts';
import {
  JournalOutdated,
  JournalPartUnknown,
  JournalSchemaMismatch,
  JournalTooNew,
  JournalTooOld,
} from './journal-errors.ts';
import { Parts } from './parts.ts';
import { assertUpToDate, planUpgrade, type StoredVersions } from './plan-upgrade.ts';

const both = new Parts<TwoPartsChange>([countersProjection, version3]);
const rows = new Parts<TwoPartsChange>([version3]);

test('what has to be done: layouts first, then part by part what is missing', () => {
  const cases: [StoredVersions, typeof both, readonly string[]][] = [
    [stored(3, { counters: 1, rows: 3 }), both, []],
    [stored(3, { rows: 3, counters: 1 }), both, []],
    [stored(3, { counters: 1, rows: 1 }), both, ['rows to 2', 'rows to 3']],
    [stored(3, { counters: 1 }), both, ['add rows at 3']],
    [stored(3, { rows: 2 }), both, ['add counters at 1', 'rows to 3']],
    [unnamed(2, 3), rows, ['layout 3 of rows']],
    [unnamed(0, 1), rows, ['layout 2 of rows', 'layout 3 of rows', 'rows to 2', 'rows to 3']],
    [unnamed(2, 1), both, ['layout 3 of counters', 'add rows at 3']],
  ];
  for (const [versions, parts, expected] of cases) {
    const steps = planUpgrade('here', versions, parts).map((step) => {
      if (step.do === 'change-layout') return `layout ${step.to} of ${step.firstPart}`;
      return step.do === 'add-part' ? `add ${step.part} at ${step.to}` : `${step.part} to ${step.to}`;
    });
    assert.deepEqual(steps, expected);
  }
});

test('steps bring what they take', () => {
  const [second, third] = planUpgrade('here', stored(3, { rows: 1 }), rows);
  assert(second?.do === 'migrate' && third?.do === 'migrate');
  assert.equal(second.operations, toVersion2.operations);
  assert.equal(third.operations, toVersion3.operations);
  const [added] = planUpgrade('here', stored(3, { counters: 1 }), both);
  assert(added?.do === 'add-part');
  assert.equal(added.tables, version3.tables);
});

test('what is refused', () => {
  const old = new Parts<TwoPartsChange>([{ ...version3, migrations: [toVersion3] }]);
  const cases: [StoredVersions, typeof both, new (...args: never[]) => Error, RegExp][] = [
    [{ layout: 4, parts: new Map() }, rows, JournalTooNew, /it has layout version 4, .* up to 3\b/],
    [stored(3, { rows: 4 }), rows, JournalTooNew, /its part rows has schema version 4, .* up to 3\b/],
    [unnamed(2, 4), rows, JournalTooNew, /its part rows has schema version 4/],
    [stored(3, {}), rows, JournalSchemaMismatch, /its schema version is not recorded/],
    [stored(3, { rows: 3, compute: 1 }), rows, JournalPartUnknown, /does not know: compute\./],
    [stored(3, { rows: 1 }), old, JournalTooOld, /The part rows of here has schema version 1, .* 2 on/],
  ];
  for (const [versions, parts, type, message] of cases) {
    for (const refused of [planUpgrade, assertUpToDate]) {
      assert.throws(() => refused('here', versions, parts), type);
      assert.throws(() => refused('here', versions, parts), message);
    }
  }
});

test('whoever only reads needs it as it is', () => {
  const cases: [StoredVersions, typeof both, RegExp][] = [
    [unnamed(1, 3), rows, /^JournalOutdated: here has layout version 1, this program reads version 3\./],
    [
      stored(3, { rows: 1 }),
      rows,
      /The part rows of here has schema version 1, this program reads version 3\./,
    ],
    [
      stored(3, { rows: 3 }),
      both,
      /here does not have the part counters yet\. Starting the service adds it\./,
    ],
  ];
  for (const [versions, parts, message] of cases) {
    assert.throws(() => assertUpToDate('here', versions, parts), JournalOutdated);
    assert.throws(() => assertUpToDate('here', versions, parts), message);
  }
  assertUpToDate('here', stored(3, { rows: 3 }), rows);
});

function stored(layout: number, parts: Readonly<Record<string, number>>): StoredVersions {
  return { layout, parts: new Map(Object.entries(parts)) };
}

function unnamed(layout: number, version: number): StoredVersions {
  return { layout, parts: new Map([[null, version]]) };
}
