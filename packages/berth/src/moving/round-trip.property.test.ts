import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import { arbitraryComputeCommand } from '@berth/compute-engine/testing/arbitrary-compute-command.ts';
import { consumerId, id } from '@berth/engine/testing/names.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { JournalFull } from '@berth/ledger/journal/journal-errors.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import fc from 'fast-check';
import { allowances } from '@berth/placement/records/record-check.ts';
import {
  type Cloud,
  type CloudChange,
  type CloudCommand,
  cloudProjections,
  storedCloud,
} from '../cloud/stored-cloud.ts';
import { dumpCloud } from '../testing/dump-cloud.ts';
import { arbitraryHistory, type History, lived as livedIn } from '../testing/lived.ts';
import { loadedCloud } from '../testing/loaded-cloud.ts';
import { checkRecords } from './check-records.ts';
import { ImportDiffers, ImportInterrupted, importRecords } from './import-records.ts';
import { LedgerRecords } from './ledger-records.ts';
import { exportFile } from './read-export.ts';
import { exported } from './testing/exported.ts';

const records = new LedgerRecords(storedCloud.parts);
/** Inventories may have shrunk below what is held of them. */
const allowed = new Set(allowances);
const options = { ledgerName: 'the ledger', now: () => 9_000 };

test('any cloud that is exported, imported and exported again gives the same bytes, and is the same', async (t) => {
  const path = join(temporaryDirectory(t), 'export');
  await assertProperty(
    fc.asyncProperty(arbitraryCloudHistory, fc.integer({ min: 1, max: 9 }), async (history, batchSize) => {
      const { world, journal } = lived(history);
      const text = await exported(records, journal);
      writeFileSync(path, text);

      const target = openSqliteJournal(':memory:', cloudProjections);
      const source = exportFile(path, records);
      const checked = await checkRecords(records, source, { allowed });
      await importRecords(records, source, target, { ...options, checked, batchSize });
      assert.equal(await exported(records, target), text);
      assert.deepEqual(dumpCloud(loadedCloud(target.load())), dumpCloud(world));
      target.close();
    }),
    100,
  );
});

test('an import that is interrupted anywhere, any number of times, and called again comes to the same', async (t) => {
  const path = join(temporaryDirectory(t), 'export');
  let interruptions = 0;
  await assertProperty(
    fc.asyncProperty(
      arbitraryCloudHistory,
      fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }),
      async (history, lives) => {
        const { journal } = lived(history);
        const text = await exported(records, journal);
        writeFileSync(path, text);
        const source = exportFile(path, records);
        const checked = await checkRecords(records, source, { allowed });
        const target = new MemoryJournal(cloudProjections);
        for (const appends of lives) {
          const failing = failingAfter(target, appends);
          await importRecords(records, source, failing, { ...options, checked, batchSize: 2 }).catch(
            (error: unknown) => {
              assert.ok(error instanceof ImportInterrupted, String(error));
              interruptions++;
            },
          );
        }
        await importRecords(records, source, target, { ...options, checked });
        assert.equal(await exported(records, target), text);
      },
    ),
    60,
  );
  afterAllCases(() => assert.ok(interruptions > 50, `only ${interruptions} interruptions`));
});

test('a ledger with nothing but standard traits and classes counts as empty, and takes those of the file', async (t) => {
  const path = join(temporaryDirectory(t), 'export');
  const { journal } = lived({ text: 'cn1  VCPU:8(used=2)  HW_CPU_X86_VMX', commands: [] });
  const text = await exported(records, journal);
  writeFileSync(path, text);
  const target = new MemoryJournal(cloudProjections);
  const name = 'HW_CPU_X86_VMX' as never;
  target.append([{ kind: 'trait-added', trait: { name, createdAt: 77 } }], 1);
  const source = exportFile(path, records);
  const checked = await checkRecords(records, source, { allowed });
  await importRecords(records, source, target, { ...options, checked });
  assert.equal(await exported(records, target), text);
});

test('a ledger with anything else is refused, and stays as it was', async (t) => {
  const path = join(temporaryDirectory(t), 'export');
  const { journal } = lived({ text: 'cn1  VCPU:8(used=2)', commands: [] });
  writeFileSync(path, await exported(records, journal));
  const source = exportFile(path, records);
  const checked = await checkRecords(records, source, { allowed });
  for (const [text, what] of [
    ['cn2  VCPU:8', `provider ${id('cn2')} (cn2)`],
    ['cn1  VCPU:9', `provider ${id('cn1')} (cn1)`],
    ['cn1  VCPU:8(used=3)', `consumer ${consumerId('cn1/VCPU')}`],
    ['traits: CUSTOM_OTHER', 'trait CUSTOM_OTHER'],
    ['classes: CUSTOM_OTHER', 'resource class CUSTOM_OTHER'],
  ] as const) {
    const { journal: other } = lived({ text, commands: [] });
    const before = await exported(records, other);
    await assert.rejects(importRecords(records, source, other, { ...options, checked }), (error: Error) => {
      assert.ok(error.message.startsWith(`the ledger is not empty: it holds ${what}, which `), error.message);
      return true;
    });
    assert.equal(await exported(records, other), before);
  }
});

const arbitraryCloudHistory = arbitraryHistory(arbitraryComputeCommand());

/** A cloud after a history, and its journal. */
function lived(history: History<CloudCommand>): { world: Cloud; journal: MemoryJournal<CloudChange> } {
  const journal = new MemoryJournal(cloudProjections);
  const world = livedIn(storedCloud, history, (changes) => journal.append(changes, 1));
  return { world, journal };
}

/** The journal with room for so many appends only. */
function failingAfter(journal: MemoryJournal<CloudChange>, appends: number): Journal<CloudChange> {
  let left = appends;
  return {
    get lastNumber() {
      return journal.lastNumber;
    },
    get forgottenThrough() {
      return journal.forgottenThrough;
    },
    hashAt: (number) => journal.hashAt(number),
    problems: () => journal.problems(),
    load: () => journal.load(),
    changesAfter: (after, limit) => journal.changesAfter(after, limit),
    prune: (before, limit) => journal.prune(before, limit),
    close: () => journal.close(),
    append: (changes, at) => {
      if (left-- <= 0) throw new JournalFull('memory', null);
      return journal.append(changes, at);
    },
  };
}

test('an import after which the ledger has something else says that it was made, and not that nothing was changed', async (t) => {
  const path = join(temporaryDirectory(t), 'export');
  const { journal } = lived({ text: 'cn1  VCPU:8(used=2)', commands: [] });
  writeFileSync(path, await exported(records, journal));
  const source = exportFile(path, records);
  const checked = await checkRecords(records, source, { allowed });
  for (const [what, bent] of [
    ['forgets', (changes: readonly CloudChange[]) => changes.filter(({ kind }) => kind !== 'consumer-set')],
    ['alters', (changes: readonly CloudChange[]) => changes.filter(({ kind }) => kind !== 'inventories-set')],
  ] as const) {
    const target = new MemoryJournal(cloudProjections);
    const faulty = {
      ...failingAfter(target, 100),
      append: (changes: readonly CloudChange[], at: number) => target.append(bent(changes), at),
    };
    await assert.rejects(importRecords(records, source, faulty, { ...options, checked }), (error: Error) => {
      assert.ok(error instanceof ImportDiffers, `${what}: ${error.message}`);
      assert.match(error.message, /^All was written, but the ledger does not have what /);
      assert.doesNotMatch(error.message, /[Nn]othing was changed/);
      return true;
    });
  }
});
