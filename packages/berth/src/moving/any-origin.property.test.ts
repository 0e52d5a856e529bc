import assert from 'node:assert/strict';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { apply } from '@berth/engine/apply.ts';
import type { Change } from '@berth/engine/changes.ts';
import { type Command, decide } from '@berth/engine/decide.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import { arbitraryCommand, arbitraryWorldInUse } from '@berth/engine/testing/arbitrary-command.ts';
import { dumpWorld } from '@berth/engine/testing/dump-world.ts';
import { given } from '@berth/engine/testing/given.ts';
import { consumerId } from '@berth/engine/testing/names.ts';
import { withRealGenerations } from '@berth/engine/testing/with-real-generations.ts';
import { type World, WorldState } from '@berth/engine/world.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import fc from 'fast-check';
import { allowances } from '@berth/placement/records/record-check.ts';
import { changesThatMake } from '@berth/placement/testing/changes-that-make.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { CheckChanges } from '@berth/placement/rows/check-changes.ts';
import { ledgerOfVersion } from '@berth/placement/rows/testing/ledger-of-version.ts';
import { placementPart } from '../cloud/placement-part.ts';
import { checkRecords } from './check-records.ts';
import { importRecords } from './import-records.ts';
import { LedgerRecords } from './ledger-records.ts';
import { exportFile } from './read-export.ts';
import { exported } from './testing/exported.ts';

const records = new LedgerRecords([placementPart]);
const projections = [placementProjection];
/** Inventories may have shrunk below what is held of them. */
const allowed = new Set(allowances);
const arbitraryCommands = fc.array(arbitraryCommand(), { maxLength: 20, size: '+1' });
const arbitraryGenerations = fc.array(fc.constantFrom(0, 0, 1, 2, 7), { minLength: 4, maxLength: 4 });
/** After which commands the ledger is loaded anew. */
const arbitraryReloads = fc.array(fc.boolean(), { minLength: 20, maxLength: 20 });

test('an imported world of whatever generations lives on as it would in memory, through any number of restarts', async (t) => {
  const path = join(temporaryDirectory(t), 'export');
  await assertProperty(
    fc.asyncProperty(
      arbitraryWorldInUse(),
      arbitraryGenerations,
      arbitraryCommands,
      arbitraryReloads,
      async (text, generations, commands, reloads) => {
        const source = new MemoryJournal(projections);
        source.append([...withGenerations(changesThatMake(given(text)), generations)], 1);
        writeFileSync(path, await exported(records, source));
        const journal = openSqliteJournal(':memory:', projections);
        const checked = await checkRecords(records, exportFile(path, records), { allowed });
        await importRecords(records, exportFile(path, records), journal, {
          checked,
          ledgerName: 'the ledger',
          now: () => 9_000,
        });
        await livesOn(journal, commands, reloads);
        journal.close();
      },
    ),
    150,
  );
});

test('an upgraded world of whatever generations lives on likewise', async (t) => {
  const directory = temporaryDirectory(t);
  const template = join(directory, 'version-1.db');
  ledgerOfVersion(
    1,
    template,
    `update consumers set generation = 0;
     update changes set change = json_set(change, '$.consumer.generation', 0) where change like '{"kind":"consumer-set"%'`,
  );
  const known = openSqliteJournal(copyOf(template, join(directory, 'known.db')), projections);
  const world = await loaded(known);
  known.close();

  let run = 0;
  await assertProperty(
    fc.asyncProperty(arbitraryMoves(world), arbitraryReloads, async (commands, reloads) => {
      const path = copyOf(template, join(directory, `${run++}.db`));
      const journal = openSqliteJournal(path, projections);
      await livesOn(journal, commands, reloads);
      journal.close();
      rmSync(path);
    }),
    40,
  );
});

function copyOf(from: string, to: string): string {
  copyFileSync(from, to);
  return to;
}

/** Consumers that are there, and one that is not, take and give back what providers have. */
function arbitraryMoves(world: World): fc.Arbitrary<Command[]> {
  const places = [...world.providers.values()].flatMap(({ id, inventories }) =>
    [...inventories.keys()].map((resourceClass) => ({ providerId: id, resourceClass })),
  );
  const command = fc.record({
    kind: fc.constant('set-allocations' as const),
    claims: fc.tuple(
      fc.record({
        consumerId: fc.constantFrom(...world.consumers.keys(), consumerId('new')),
        projectId: fc.constant('project'),
        userId: fc.constant('user'),
        allocations: fc.uniqueArray(
          fc
            .record({ place: fc.constantFrom(...places), amount: fc.integer({ min: 1, max: 2 }) })
            .map(({ place, amount }) => ({ ...place, amount })),
          { maxLength: 2, selector: ({ providerId, resourceClass }) => `${providerId} ${resourceClass}` },
        ),
      }),
    ),
    now: fc.constant(1_800_000_000_000),
  });
  return fc.array(command, { maxLength: 20, size: '+1' });
}

/** Carries out commands on the ledger and on a world that is never loaded from it: both stay the same. */
async function livesOn(
  journal: Journal<Change>,
  commands: readonly Command[],
  reloads: readonly boolean[],
): Promise<void> {
  const neverReloaded = await loaded(journal);
  let world = await loaded(journal);
  for (const [index, command] of commands.entries()) {
    const changes = decideOrRefuse(world, withRealGenerations(world, command));
    for (const change of changes) {
      apply(world, change);
      apply(neverReloaded, change);
    }
    if (changes.length > 0) await journal.append(changes, 2);
    if (reloads[index] === true) world = await loaded(journal);
    assert.deepEqual(dumpWorld(world), dumpWorld(neverReloaded));
  }
  assert.deepEqual(dumpWorld(await loaded(journal)), dumpWorld(neverReloaded));
  const check = new CheckChanges();
  for (const change of await journal.changesAfter(0, 100_000)) check.note(change);
  const { problems } = check.compare(await journal.load());
  assert.deepEqual(problems, [], 'the rows are what the changes have made');
}

async function loaded(journal: Journal<Change>): Promise<WorldState> {
  const world = new WorldState();
  for (const change of await journal.load()) apply(world, change);
  return world;
}

function* withGenerations(changes: Iterable<Change>, generations: readonly number[]): Generator<Change> {
  let consumers = 0;
  for (const change of changes) {
    if (change.kind !== 'consumer-set') yield change;
    else {
      const generation = generations[consumers++ % generations.length] ?? 0;
      yield { ...change, consumer: { ...change.consumer, generation } };
    }
  }
}

function decideOrRefuse(world: World, command: Command): readonly Change[] {
  try {
    return decide(world, command);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
