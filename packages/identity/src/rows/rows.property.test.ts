import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { openPostgresJournal } from '@berth/ledger/journal/postgres-journal.ts';
import type { Projection } from '@berth/ledger/journal/projection.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { hasPostgres, postgresPlace } from '@berth/ledger/testing/postgres-place.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { identityDomain } from '../domain.ts';
import { IdentityState } from '../domain/identity-state.ts';
import type { IdentityChange } from '../domain/nouns.ts';
import { identityRecords } from '../records/identity-records.ts';
import { arbitraryIdentityCommands } from '../testing/arbitrary-identity-command.ts';
import { decideOrRefuse } from '../testing/decide-or-refuse.ts';
import { dumpIdentity } from '../testing/dump-identity.ts';
import { identityChecks } from './identity-checks.ts';
import { identityProjection } from './projection.ts';

type Open = (
  projection: Projection<IdentityChange>,
  t: TestContext,
) => Promise<Journal<IdentityChange> | null>;

const journals: readonly (readonly [string, Open, number])[] = [
  ['in memory', async (projection) => new MemoryJournal([projection]), 100],
  ['in SQLite', async (projection) => openSqliteJournal(':memory:', [projection]), 40],
  [
    'in PostgreSQL',
    async (projection, t) =>
      (await hasPostgres(t)) ? await openPostgresJournal(await postgresPlace(), [projection]) : null,
    5,
  ],
];

for (const [name, open, usualRuns] of journals) {
  test(`what is loaded from rows ${name} is what was written, and nothing is found wrong with it`, async (t) => {
    await assertProperty(
      fc.asyncProperty(arbitraryIdentityCommands(25), async (commands) => {
        let problems: readonly string[] = [];
        const journal = await open(
          {
            ...identityProjection,
            changesOf: (read) => {
              ({ problems } = identityChecks.checkRows(read));
              return identityProjection.changesOf(read);
            },
          },
          t,
        );
        if (journal === null) return;
        const state = new IdentityState();
        for (const command of commands) {
          const changes = decideOrRefuse(state, command);
          for (const change of changes) identityDomain.apply(state, change);
          if (changes.length > 0) await journal.append(changes, 1);
        }
        const loaded = new IdentityState();
        for (const change of await journal.load()) identityDomain.apply(loaded, change);
        assert.deepEqual(dumpIdentity(loaded), dumpIdentity(state));
        assert.deepEqual(problems, []);
        const check = identityChecks.newChangesCheck();
        for (const change of await journal.changesAfter(0, 1000)) check.note(change);
        assert.deepEqual(check.compare(await journal.load()), { problems: [], repairs: [] });
        moves(await journal.load(), state);
        await journal.close();
      }),
      usualRuns,
    );
  });
}

/** What is exported and imported is the same but for what tokens are made with, and whom they were taken from. */
function moves(changes: Iterable<IdentityChange>, state: IdentityState): void {
  const moved = new IdentityState();
  const check = identityRecords.newCheck();
  for (const record of identityRecords.recordsOf(changes)) {
    const read = identityRecords.decode(JSON.parse(identityRecords.encode(record)));
    assert.deepEqual(read, record);
    assert.deepEqual([...check.problemsOf(read)], []);
    for (const change of identityRecords.changesOf(read)) identityDomain.apply(moved, change);
  }
  assert.deepEqual([...check.problemsOfAll()], []);
  for (const { id } of state.tokenKeys.values()) state.tokenKeys.remove(id);
  for (const { id } of state.revocations.values()) state.revocations.remove(id);
  assert.deepEqual(dumpIdentity(moved), dumpIdentity(state));
}
