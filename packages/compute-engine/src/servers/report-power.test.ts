import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now } from '@berth/engine/testing/instants.ts';
import { consumerId } from '@berth/engine/testing/names.ts';
import { applyComputeChange } from '../apply.ts';
import { ComputeState } from '../compute-state.ts';
import { someOrder } from '../testing/some-order.ts';
import { serverNamed } from '../testing/server-named.ts';
import { reportPower } from './report-power.ts';
import type { Server } from './server.ts';
import type { PowerState } from './server-states.ts';

/** What the server is after its host has told that; null: as before. */
function after(change: Partial<Server>, powerState: PowerState, { host = 'host1', hasOrder = false } = {}) {
  const compute = new ComputeState();
  applyComputeChange(compute, { kind: 'server-set', thing: serverNamed('vm1', change) });
  if (hasOrder) applyComputeChange(compute, { kind: 'order-set', thing: someOrder(1, 'vm1') });
  const id = consumerId('vm1');
  const changes = reportPower(compute, { kind: 'report-power', id, host, powerState, now });
  if (changes.length === 0) return null;
  for (const each of changes) applyComputeChange(compute, each);
  const server = compute.servers.get(id) ?? assert.fail();
  return [server.vmState, server.powerState];
}

test('a machine that has gone off by itself is a stopped server', () => {
  assert.deepEqual(after({}, 'shutdown'), ['stopped', 'shutdown']);
  assert.deepEqual(after({}, 'crashed'), ['stopped', 'crashed']);
  assert.deepEqual(after({ vmState: 'paused', powerState: 'paused' }, 'shutdown'), ['stopped', 'shutdown']);
});

test('of a machine that is missing, or runs though it should not, only that is known', () => {
  assert.deepEqual(after({}, 'none'), ['active', 'none']);
  assert.deepEqual(after({}, 'paused'), ['active', 'paused']);
  assert.deepEqual(after({ vmState: 'stopped', powerState: 'shutdown' }, 'running'), ['stopped', 'running']);
  assert.deepEqual(after({ vmState: 'error', powerState: 'none' }, 'running'), ['error', 'running']);
});

test('nothing changes where it is as it was, is busy, is gone, or is not on the host that says so', () => {
  assert.equal(after({}, 'running'), null);
  assert.equal(after({ taskState: 'powering-off' }, 'shutdown'), null);
  assert.equal(after({}, 'shutdown', { hasOrder: true }), null);
  assert.equal(after({ deletedAt: now }, 'shutdown'), null);
  assert.equal(after({}, 'shutdown', { host: 'host2' }), null);
  assert.equal(after({ place: null }, 'shutdown'), null);
});
