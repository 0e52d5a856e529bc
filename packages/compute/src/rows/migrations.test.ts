import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { applyComputeChange } from '@berth/compute-engine/apply.ts';
import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import { ComputeState } from '@berth/compute-engine/compute-state.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { openPostgresJournal } from '@berth/ledger/journal/postgres-journal.ts';
import type { Projection } from '@berth/ledger/journal/projection.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { hasPostgres, postgresPlace } from '@berth/ledger/testing/postgres-place.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { computeChecks } from './compute-checks.ts';
import { computeProjection } from './projection.ts';

type Open = (part: Projection<ComputeChange>) => Promise<Journal<ComputeChange>>;

/** The part as it was at version 3. */
const version3: Projection<ComputeChange> = {
  ...computeProjection,
  schemaVersion: 3,
  migrations: computeProjection.migrations.filter(({ to }) => to <= 3),
  tables: computeProjection.tables.filter(({ name }) => name !== 'aggregate_hosts'),
};

const id = '00000000-0000-4000-8000-00000000000a';
const aggregate = { id, number: 1, name: 'rack', metadata: { a: 'b' }, createdAt: 0, updatedAt: null };

const stores: Readonly<Record<string, (t: TestContext) => Promise<Open | null>>> = {
  SQLite: async (t) => {
    const path = join(temporaryDirectory(t), 'ledger.db');
    return async (part) => openSqliteJournal(path, [part]);
  },
  PostgreSQL: async (t) => {
    if (!(await hasPostgres(t))) return null;
    const place = await postgresPlace();
    return (part) => openPostgresJournal(place, [part]);
  },
};

for (const [name, store] of Object.entries(stores)) {
  test(`hosts of an aggregate that was kept with them in ${name} are in it, in their order`, async (t) => {
    const open = await store(t);
    if (open === null) return;
    const old = await open(version3);
    const thing = { ...aggregate, hosts: ['b', 'a.c'] };
    // As the program of that version has decided it.
    await old.append([{ kind: 'host-aggregate-set', thing } as unknown as ComputeChange], 1);
    await old.close();

    let problems: readonly string[] = ['nobody has looked'];
    const journal = await open({
      ...computeProjection,
      changesOf: (read) => {
        ({ problems } = computeChecks.checkRows(read));
        return computeProjection.changesOf(read);
      },
    });
    const state = new ComputeState();
    for (const change of await journal.load()) applyComputeChange(state, change);
    assert.deepEqual(problems, []);
    assert.deepEqual([...state.hostAggregates.values()], [aggregate]);
    assert.deepEqual(state.aggregateHosts.in(aggregate.id as never), ['b', 'a.c']);
    const check = computeChecks.newChangesCheck();
    for (const change of await journal.changesAfter(0, 10)) check.note(change);
    assert.deepEqual(check.compare(await journal.load()), { problems: [], repairs: [] });
    await journal.close();
  });
}
