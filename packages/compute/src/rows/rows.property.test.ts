import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { applyComputeChange } from '@berth/compute-engine/apply.ts';
import { type ComputeChange, computeChangeKinds } from '@berth/compute-engine/changes.ts';
import { ComputeState } from '@berth/compute-engine/compute-state.ts';
import { arbitraryComputeCommand } from '@berth/compute-engine/testing/arbitrary-compute-command.ts';
import { decideOrRefuse } from '@berth/compute-engine/testing/decide-or-refuse.ts';
import { seldomKinds } from '@berth/compute-engine/testing/seldom-kinds.ts';
import { dumpCompute } from '@berth/compute-engine/testing/dump-compute.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { openPostgresJournal } from '@berth/ledger/journal/postgres-journal.ts';
import type { Projection } from '@berth/ledger/journal/projection.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { hasPostgres, postgresPlace } from '@berth/ledger/testing/postgres-place.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { computeChecks } from './compute-checks.ts';
import { computeProjection } from './projection.ts';

type Open = (projection: Projection<ComputeChange>, t: TestContext) => Promise<Journal<ComputeChange> | null>;

const journals: readonly (readonly [string, Open, number])[] = [
  ['in memory', async (projection) => new MemoryJournal([projection]), 200],
  ['in SQLite', async (projection) => openSqliteJournal(':memory:', [projection]), 60],
  [
    'in PostgreSQL',
    async (projection, t) =>
      (await hasPostgres(t)) ? await openPostgresJournal(await postgresPlace(), [projection]) : null,
    5,
  ],
];

for (const [name, open, usualRuns] of journals) {
  test(`what is loaded from rows ${name} is what was written, and nothing is found wrong with it`, async (t) => {
    const seen = new Set<string>();
    await assertProperty(
      fc.asyncProperty(
        fc.array(arbitraryComputeCommand(), { maxLength: 20, size: '+1' }),
        async (commands) => {
          let problems: readonly string[] = [];
          const journal = await open(
            {
              ...computeProjection,
              changesOf: (read) => {
                ({ problems } = computeChecks.checkRows(read));
                return computeProjection.changesOf(read);
              },
            },
            t,
          );
          if (journal === null) return;
          const state = new ComputeState();
          for (const command of commands) {
            const changes = decideOrRefuse(state, command);
            for (const change of changes) {
              applyComputeChange(state, change);
              seen.add(change.kind);
            }
            if (changes.length > 0) await journal.append(changes, 1);
          }
          const loaded = new ComputeState();
          for (const change of await journal.load()) applyComputeChange(loaded, change);
          assert.deepEqual(dumpCompute(loaded), dumpCompute(state));
          assert.deepEqual(problems, []);
          const check = computeChecks.newChangesCheck();
          for (const change of await journal.changesAfter(0, 1000)) check.note(change);
          assert.deepEqual(check.compare(await journal.load()), { problems: [], repairs: [] });
          await journal.close();
        },
      ),
      usualRuns,
    );
    const missing = Object.keys(computeChangeKinds).filter(
      (kind) => !seen.has(kind) && !seldomKinds.has(kind),
    );
    afterAllCases(() => usualRuns < 60 || assert.deepEqual(missing, [], 'every kind of change came up'));
  });
}
