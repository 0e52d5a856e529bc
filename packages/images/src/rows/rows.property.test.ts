import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import type { Projection } from '@berth/ledger/journal/projection.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { applyImagesChange } from '../domain/apply.ts';
import type { ImagesChange } from '../domain/changes.ts';
import { ImagesState } from '../domain/images-state.ts';
import { imageRecords } from '../records/image-records.ts';
import { arbitraryImagesCommand } from '../testing/arbitrary-images-command.ts';
import { decided } from '../testing/decided.ts';
import { imagesChecks } from './images-checks.ts';
import { imagesProjection } from './projection.ts';

const journals: readonly (readonly [
  string,
  (projection: Projection<ImagesChange>) => Promise<Journal<ImagesChange>>,
  number,
])[] = [
  ['in memory', async (projection) => new MemoryJournal([projection]), 100],
  ['in SQLite', async (projection) => openSqliteJournal(':memory:', [projection]), 40],
];

for (const [name, open, runs] of journals) {
  test(`what is loaded from rows ${name} is what was written, nothing is found wrong with it, and it comes through an export`, async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.array(arbitraryImagesCommand(), { maxLength: 20, size: '+1' }),
        async (commands) => {
          let problems: readonly string[] = [];
          const journal = await open({
            ...imagesProjection,
            changesOf: (read) => {
              ({ problems } = imagesChecks.checkRows(read));
              return imagesProjection.changesOf(read);
            },
          });
          const state = new ImagesState();
          for (const command of commands) {
            const changes = decided(state, command);
            for (const change of changes) applyImagesChange(state, change);
            if (changes.length > 0) await journal.append(changes, 1);
          }
          const loaded = new ImagesState();
          for (const change of await journal.load()) applyImagesChange(loaded, change);
          assert.deepEqual(new Map(all(loaded)), new Map(all(state)));
          assert.deepEqual(problems, []);
          const check = imagesChecks.newChangesCheck();
          for (const change of await journal.changesAfter(0, 1000)) check.note(change);
          assert.deepEqual(check.compare(await journal.load()), { problems: [], repairs: [] });
          const records = imageRecords.newCheck();
          for (const record of imageRecords.recordsOf(await journal.load())) {
            const line = JSON.parse(imageRecords.encode(record)) as Record<string, unknown>;
            assert.deepEqual(imageRecords.decode(line), record);
            assert.deepEqual([...records.problemsOf(record)], []);
          }
          await journal.close();
        },
      ),
      runs,
    );
  });
}

function all(state: ImagesState): (readonly [string, unknown])[] {
  return Array.from(state.values(), (image) => [image.id, image] as const);
}

test('what is wrong with a row is told', () => {
  const of = (row: Record<string, string>) => imagesChecks.checkRows(() => [row]).problems;
  assert.deepEqual(of({ id: 'a', image: '{' }), ['The row a of images is no JSON.']);
  assert.match(of({ id: 'a', image: 'null' })[0] ?? '', /is not as it should be: an image without an id/);
  assert.match(of({ id: 'a', image: '{"id":"b"}' })[0] ?? '', /is not as it should be: image b: /);
});
