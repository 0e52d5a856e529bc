import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { apply } from '@berth/engine/apply.ts';
import type { Change } from '@berth/engine/changes.ts';
import { decide } from '@berth/engine/decide.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import { arbitraryCommand, arbitraryWorldInUse } from '@berth/engine/testing/arbitrary-command.ts';
import { dumpWorld } from '@berth/engine/testing/dump-world.ts';
import { given } from '@berth/engine/testing/given.ts';
import { changeKinds } from '@berth/engine/testing/kinds.ts';
import { withRealGenerations } from '@berth/engine/testing/with-real-generations.ts';
import { type World, WorldState } from '@berth/engine/world.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import type { Projection } from '@berth/ledger/journal/projection.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import fc from 'fast-check';
import { changesThatMake } from '../testing/changes-that-make.ts';
import { checkRows } from './check-rows.ts';
import { checkWorld } from './check-world.ts';
import { placementProjection } from './projection.ts';

type Open = (projection: Projection<Change>) => Journal<Change>;

const journals: readonly (readonly [string, Open, number])[] = [
  ['in memory', (projection) => new MemoryJournal([projection]), 300],
  ['in SQLite', (projection) => openSqliteJournal(':memory:', [projection]), 100],
];

for (const [name, open, usualRuns] of journals) {
  test(`the world that is loaded from rows ${name} is the one that was written`, async () => {
    const seen = new Set<string>();
    await assertProperty(
      fc.asyncProperty(
        arbitraryWorldInUse(),
        fc.array(arbitraryCommand(), { maxLength: 20, size: '+1' }),
        async (text, commands) => {
          let problems: readonly string[] = [];
          const journal = open({
            ...placementProjection,
            changesOf: (read) => {
              problems = checkRows(read).problems;
              return placementProjection.changesOf(read);
            },
          });
          const world = given(text);
          await journal.append([...changesThatMake(world)], 1);
          for (const command of commands) {
            const changes = decideOrRefuse(world, withRealGenerations(world, command));
            for (const change of changes) {
              apply(world, change);
              seen.add(change.kind);
            }
            if (changes.length > 0) await journal.append(changes, 2);
          }
          const loaded = new WorldState();
          for (const change of await journal.load()) apply(loaded, change);
          assert.deepEqual(dumpWorld(loaded), dumpWorld(world));
          assert.deepEqual(problems, []);
          assert.deepEqual(checkWorld(loaded), []);
          await journal.close();
        },
      ),
      usualRuns,
    );
    const missing = changeKinds.filter((kind) => !seen.has(kind));
    afterAllCases(() => assert.deepEqual(missing, [], 'every kind of change came up'));
  });
}

function decideOrRefuse(world: World, command: Parameters<typeof decide>[1]): readonly Change[] {
  try {
    return decide(world, command);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
