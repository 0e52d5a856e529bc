import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import { dissect } from './in-process/dissect.ts';
import { measureHandling } from './in-process/measure-handling.ts';
import { fillJournal } from './ledgers/fill-journal.ts';
import { operationsOf } from './ops/operations-of.ts';
import { readOptions } from './options.ts';
import { planOf } from './worlds/plan-of.ts';
import { quickSuite, type SuiteWorld } from './worlds/suite.ts';

/** So short that it says nothing about speed: only that every operation can be carried out. */
const seconds = 0.005;

const worlds: readonly (readonly [string, SuiteWorld['operations']])[] = [
  ['flat-150', 'all'],
  ['nested-60', 'all'],
  ['pci-1x8', 'devices'],
  ['sharing-60', 'candidates'],
  ['mixed-60', 'candidates'],
  ['flat-120', 'million'],
];

for (const [name, which] of worlds) {
  test(`every operation on ${name} is answered, in one process`, async (context) => {
    const ledger = join(temporaryDirectory(context), 'ledger.db');
    const plan = planOf(name);
    const journal = openSqliteJournal(ledger, cloudProjections);
    await fillJournal(journal, plan);
    journal.close();
    const operations = operationsOf(plan, which).filter(({ kind }) => kind === 'requests');
    const job = { world: name, ledger, seconds, connections: 16 };
    for (const { operation, failures, alone } of await measureHandling({
      ...job,
      part: 'handling',
      operations,
    })) {
      assert.equal(failures, '', operation);
      assert.ok(alone, operation);
    }
    const dissected = operations.filter(({ isDissected }) => isDissected);
    for (const { operation, items } of await dissect({ ...job, part: 'dissection', operations: dissected })) {
      assert.ok(
        items.every((count) => count > 0),
        operation,
      );
    }
  });
}

test('all worlds of the quick suite can be made, and bounds speak of worlds that are in it', () => {
  const names = quickSuite.worlds.map(({ name }) => name);
  for (const name of names) assert.equal(planOf(name).name, name);
  for (const role of Object.values(quickSuite.roles)) assert.ok(names.includes(role), role);
});

test('options that make no sense are refused', () => {
  assert.throws(() => readOptions(['--seconds', 'soon']), /--seconds takes a number above 0, not "soon"/);
  assert.throws(() => readOptions(['--worlds', '(']), /--worlds takes a regular expression/);
  assert.throws(() => readOptions(['--speed']), /Unknown option '--speed'/);
  assert.equal(readOptions(['--quick']).withOriginal, false);
  assert.equal(readOptions([]).withOriginal, true);
  assert.equal(readOptions(['--no-original']).withOriginal, false);
});
