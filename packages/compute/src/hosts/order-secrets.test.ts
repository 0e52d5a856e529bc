import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionId } from '@berth/compute-engine/ids.ts';
import { ComputeState } from '@berth/compute-engine/compute-state.ts';
import { someOrder } from '@berth/compute-engine/testing/some-order.ts';
import { OrderSecrets } from './order-secrets.ts';

const action = (number: number) => `action ${number}` as ActionId;
const ordered = (number: number) => someOrder(number, `vm${number}`, { actionId: action(number) });

test('a password is known for as long as something is to be done with it, and no longer than needed', () => {
  const { orders } = new ComputeState();
  const secrets = new OrderSecrets(() => orders);
  const keep = (number: number) =>
    secrets.keep({ id: action(number), serverId: ordered(number).serverId }, `secret ${number}`);
  for (let number = 1; number <= 1_000; number++) {
    if (number <= 10) orders.put(ordered(number));
    keep(number);
  }
  assert.equal(secrets.size, 1_000);
  keep(1_001);
  assert.equal(secrets.size, 11, 'those of ten open orders, and the new one');
  assert.deepEqual([secrets.of(ordered(10)), secrets.of(ordered(11))], ['secret 10', null]);
  // The order of another host, for the same action.
  assert.equal(secrets.of(someOrder(2_000, 'vm10', { actionId: action(10) })), 'secret 10');
  assert.equal(secrets.of(someOrder(1, 'vm1', { actionId: null })), null);
});
