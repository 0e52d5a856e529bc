import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someMigration } from '@berth/compute-engine/testing/some-migration.ts';
import { someServer } from '@berth/compute-engine/testing/some-server.ts';
import { ComputeState } from '@berth/compute-engine/compute-state.ts';
import type { ServiceId } from '@berth/compute-engine/ids.ts';
import { WorldState } from '@berth/engine/world.ts';
import { dueConfirmations } from './confirm-moves.ts';

/** A server that has waited since 1000 for somebody to confirm that it has moved from host1. */
function waiting({ isUp = true } = {}) {
  const compute = new ComputeState();
  compute.servers.put(someServer({ vmState: 'resized' }));
  compute.migrations.put(someMigration({ status: 'finished', updatedAt: 1000 }));
  compute.services.put({
    id: 'a service' as ServiceId,
    number: 1,
    host: 'host1',
    createdAt: 0,
    seenAt: 0,
    isUp,
    isForcedDown: false,
    disabled: null,
    failedBuilds: 0,
  });
  return compute;
}

const due = (compute: ComputeState, now: number) =>
  dueConfirmations({
    cloud: () => ({ compute, placement: new WorldState() }),
    windowMs: 500,
    apiHost: 'controller',
    now: () => now,
    newId: () => 'new',
    newRequestId: () => 'req-new',
  });

test('what has waited for as long as it may is confirmed, and not before', () => {
  const compute = waiting();
  assert.deepEqual(due(compute, 1499), []);
  const [command, ...others] = due(compute, 1500);
  assert.deepEqual([command?.kind, command?.waitingSince, others], ['confirm-move', 1000, []]);
});

test('as long as its old host cannot be told, it waits on', () => {
  assert.deepEqual(due(waiting({ isUp: false }), 9000), []);
});

test('what is being reverted is not confirmed', () => {
  const compute = waiting();
  compute.servers.put(someServer({ vmState: 'resized', taskState: 'resize_reverting' }));
  assert.deepEqual(due(compute, 9000), []);
});
