import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { apply } from '@berth/engine/apply.ts';
import type { Change } from '@berth/engine/changes.ts';
import { type Command, decide } from '@berth/engine/decide.ts';
import type { ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import { className } from '@berth/engine/testing/names.ts';
import { dumpWorld } from '@berth/engine/testing/dump-world.ts';
import { WorldState } from '@berth/engine/world.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { checkRows } from './check-rows.ts';
import { placementProjection } from './projection.ts';
import { ledgerOfVersion } from './testing/ledger-of-version.ts';

const consumers = ['f1', 'e2', 'b4', 'a5', 'd3'].map((start) => idOf(start) as ConsumerId);

test('a ledger of version 1 is upgraded without loss', (t) => {
  const path = ledgerOfVersion(1, join(temporaryDirectory(t), 'ledger.db'));
  const steps: (readonly [string | null, number])[] = [];
  const journal = openSqliteJournal(path, [placementProjection], {
    onUpgrade: ({ part, to }) => steps.push([part, to]),
  });
  assert.deepEqual(steps, [
    [null, 2],
    [null, 3],
    ['placement', 2],
  ]);
  const stored = journal.changesAfter(0, 1000).map(({ change }) => change);
  assert.equal(stored.length, 44);
  const loaded = [...journal.load()];
  assert.deepEqual(dumpWorld(worldOf(loaded)), dumpWorld(worldOf(stored)));
  assert.deepEqual(
    loaded.flatMap((change) => (change.kind === 'consumer-set' ? [change.consumer.id] : [])),
    consumers,
    'consumers come in the order in which they were made',
  );
  journal.close();
});

test('an upgraded ledger is written on: old consumers are changed and removed', (t) => {
  const path = ledgerOfVersion(1, join(temporaryDirectory(t), 'ledger.db'));
  const journal = openSqliteJournal(path, [placementProjection]);
  const world = worldOf(journal.load());
  const [vm1, vm2, vm4] = consumers as [ConsumerId, ConsumerId, ConsumerId];
  const carryOut = (command: Command) => {
    const changes = decide(world, command);
    journal.append(changes, 1_800_000_000_000);
    for (const change of changes) apply(world, change);
  };
  const held = {
    providerId: idOf('c2') as ProviderId,
    resourceClass: className('VCPU'),
    amount: 5,
  };
  carryOut({
    kind: 'set-allocations',
    claims: [
      { consumerId: vm1, projectId: 'other', userId: 'user', expectedGeneration: 2, allocations: [held] },
    ],
    now: 1_800_000_000_000,
  });
  carryOut({ kind: 'remove-allocations', consumerId: vm2 });
  carryOut({ kind: 'remove-allocations', consumerId: vm4 });
  journal.close();

  let problems: readonly string[] = ['not looked at'];
  const reopened = openSqliteJournal(path, [
    {
      ...placementProjection,
      changesOf: (read) => {
        ({ problems } = checkRows(read));
        return placementProjection.changesOf(read);
      },
    },
  ]);
  assert.deepEqual(dumpWorld(worldOf(reopened.load())), dumpWorld(world));
  assert.deepEqual(problems, []);
  reopened.close();
});

function worldOf(changes: Iterable<Change>): WorldState {
  const world = new WorldState();
  for (const change of changes) apply(world, change);
  return world;
}

function idOf(start: string): string {
  return `${start}000000-0000-4000-8000-000000000000`;
}
