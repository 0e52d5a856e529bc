import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import { given } from '@berth/engine/testing/given.ts';
import { className, consumerId, named } from '@berth/engine/testing/names.ts';
import { usedOf } from '@berth/engine/provider.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { JournalPartUnknown } from '@berth/ledger/journal/journal-errors.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { openPostgresJournal } from '@berth/ledger/journal/postgres-journal.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { runLedger } from '@berth/ledger/running-ledger.ts';
import { hasPostgres, postgresPlace } from '@berth/ledger/testing/postgres-place.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { changesThatMake } from '@berth/placement/testing/changes-that-make.ts';
import fc from 'fast-check';
import { projectionsOf } from '../cloud/cloud-part.ts';
import { type ChangeWithServers, type CommandWithServers, cloudWithServers } from './cloud-with-servers.ts';
import { decideOrRefuse } from './lived.ts';
import { createServer } from './servers/create-server.ts';
import {
  arbitraryHistoryWithServers,
  dumpWithServers,
  livedWithServers,
  loadedWithServers,
} from './servers/lived-with-servers.ts';
import { serverChangeKinds } from './servers/server-changes.ts';

type Open = (t: TestContext) => Promise<Journal<ChangeWithServers> | null>;

const parts = projectionsOf(cloudWithServers.parts);
const journals: readonly (readonly [string, Open, number])[] = [
  ['in memory', async () => new MemoryJournal(parts), 200],
  ['in SQLite', async () => openSqliteJournal(':memory:', parts), 60],
  [
    'in PostgreSQL',
    async (t) => ((await hasPostgres(t)) ? await openPostgresJournal(await postgresPlace(), parts) : null),
    5,
  ],
];

for (const [name, open, usualRuns] of journals) {
  test(`the two parts that are loaded from a ledger ${name} are those that were written`, async (t) => {
    const seen = new Set<string>();
    await assertProperty(
      fc.asyncProperty(arbitraryHistoryWithServers, async (history) => {
        const journal = await open(t);
        if (journal === null) return;
        const commits: (readonly ChangeWithServers[])[] = [];
        const world = livedWithServers(history, (changes) => void commits.push(changes));
        for (const changes of commits) {
          await journal.append(changes, 1);
          for (const { kind } of changes) seen.add(kind);
        }
        assert.deepEqual(dumpWithServers(await loadedWithServers(journal)), dumpWithServers(world));
        await journal.close();
      }),
      usualRuns,
    );
    const wanted = ['consumer-set', 'consumer-removed', 'class-renamed', ...Object.keys(serverChangeKinds)];
    const missing = wanted.filter((kind) => !seen.has(kind));
    afterAllCases(() => usualRuns < 60 || assert.deepEqual(missing, [], 'changes of both parts came up'));
  });
}

test('whatever is decided about both parts can be undone', () => {
  let overBoth = 0;
  assertProperty(
    fc.property(arbitraryHistoryWithServers, (history) => {
      const world = livedWithServers({ ...history, commands: [] }, () => {});
      for (const command of history.commands) {
        const before = dumpWithServers(world);
        const changes = decideOrRefuse(cloudWithServers, world, command) ?? [];
        assert.deepEqual(dumpWithServers(world), before, 'deciding changes nothing');
        const inverses = changes.map((change) => cloudWithServers.domain.apply(world, change));
        for (const inverse of inverses.toReversed()) cloudWithServers.domain.apply(world, inverse);
        assert.deepEqual(dumpWithServers(world), before);
        for (const change of changes) cloudWithServers.domain.apply(world, change);
        if (new Set(changes.map(({ kind }) => kind.startsWith('server-'))).size === 2) overBoth++;
      }
    }),
    200,
  );
  afterAllCases(() => assert.ok(overBoth > 100, `only ${overBoth} decisions were over both parts`));
});

test('a server and its claim become durable as one, and a refused claim leaves nothing', async () => {
  const journal = new MemoryJournal(parts);
  journal.append([...changesThatMake(given('cn1  VCPU:8(used=3)'))], 1);
  const { world, committer } = await runLedger({
    world: cloudWithServers.newWorld(),
    domain: cloudWithServers.domain,
    journal,
    onFailure: (reason) => assert.fail(String(reason)),
  });
  const submit = (command: CommandWithServers) => committer.submit(command, (_, changes) => changes.length);
  const before = journal.lastNumber;

  await assert.rejects(submit(createServer('vm1', 'cn1', { vcpus: 6 })), (error) => {
    assert.ok(error instanceof Refusal);
    assert.equal(error.reason.kind, 'capacity-exceeded');
    return true;
  });
  assert.equal(journal.lastNumber, before);
  assert.equal(world.servers.size, 0);

  assert.equal(await submit(createServer('vm1', 'cn1', { vcpus: 5 })), 3);
  assert.equal(journal.lastNumber, before + 3);
  assert.equal(usedOf(named(world.placement, 'cn1'), className('VCPU')), 8);
  await assert.rejects(submit(createServer('vm1', 'cn1', { vcpus: 1 })), {
    name: 'ServerRefusal',
    reason: 'server-exists',
  });

  await submit({ kind: 'delete-server', id: consumerId('vm1') });
  assert.equal(usedOf(named(world.placement, 'cn1'), className('VCPU')), 3);
  const loaded = await loadedWithServers(journal);
  assert.deepEqual(dumpWithServers(loaded), dumpWithServers(world));
  await committer.close();
});

test('a ledger of Placement gets the second part, and is not opened without it any more', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const placementAlone = openSqliteJournal(path, [placementProjection]);
  placementAlone.append([...changesThatMake(given('cn1  VCPU:8(used=3)'))], 1);
  const { lastNumber } = placementAlone;
  placementAlone.close();

  const both = openSqliteJournal(path, parts);
  assert.equal(both.lastNumber, lastNumber);
  const world = cloudWithServers.newWorld();
  for (const change of both.load()) cloudWithServers.domain.apply(world, change);
  both.append(cloudWithServers.domain.decide(world, createServer('vm1', 'cn1', { vcpus: 2 })), 2);
  both.close();

  assert.throws(
    () => openSqliteJournal(path, [placementProjection]),
    (error) => {
      assert.ok(error instanceof JournalPartUnknown);
      assert.equal(error.part, 'servers');
      return true;
    },
  );
  const again = openSqliteJournal(path, parts);
  assert.deepEqual(
    Array.from(again.load()).flatMap((change) =>
      change.kind === 'server-added' ? [change.server.name] : [],
    ),
    ['vm1'],
  );
  again.close();
});
