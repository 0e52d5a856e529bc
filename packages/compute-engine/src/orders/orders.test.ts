import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { now } from '@berth/engine/testing/instants.ts';
import { consumerId } from '@berth/engine/testing/names.ts';
import { someOrder } from '../testing/some-order.ts';
import { Orders } from './orders.ts';

const numbers = (orders: Iterable<{ readonly number: number }>) => Array.from(orders, ({ number }) => number);

describe('orders', () => {
  test('of one server can be done one after the other, those of different servers side by side', () => {
    const orders = new Orders();
    const [first, second, other] = [someOrder(1, 'vm1'), someOrder(2, 'vm1'), someOrder(3, 'vm2')];
    for (const order of [first, second, other]) orders.put(order);
    assert.deepEqual(numbers(orders.ready.of('host1')), [1, 3]);
    assert.deepEqual(numbers(orders.ofServer(consumerId('vm1'))), [1, 2]);
    orders.remove(first.id);
    assert.deepEqual(new Set(numbers(orders.ready.of('host1'))), new Set([2, 3]));
    orders.remove(second.id);
    orders.remove(other.id);
    assert.deepEqual(numbers(orders.ready.of('host1')), []);
    assert.deepEqual(orders.ofServer(consumerId('vm1')), []);
  });

  test('that are done beside wait for nobody, and nobody waits for them', () => {
    const orders = new Orders();
    const migrationId = consumerId('migration');
    const leave = { kind: 'leave-live-move', endsAs: 'completed', migrationId } as const;
    orders.put(someOrder(1, 'vm1', { work: leave, host: 'host2' }));
    for (const number of [2, 3]) orders.put(someOrder(number, 'vm1'));
    orders.put(someOrder(4, 'vm1', { work: { kind: 'abort-live-move', migrationId } }));
    assert.deepEqual([numbers(orders.ready.of('host1')), numbers(orders.ready.of('host2'))], [[2, 4], [1]]);
    assert.deepEqual(numbers(orders.inLine(consumerId('vm1'))), [2, 3]);
    orders.remove(someOrder(2, 'vm1').id);
    assert.deepEqual(numbers(orders.ready.of('host1')), [4, 3]);
  });

  test('are in the order of their numbers, in whichever order they came', () => {
    const orders = new Orders();
    for (const number of [5, 2, 9, 1]) orders.put(someOrder(number, 'vm1'));
    assert.deepEqual(numbers(orders.ofServer(consumerId('vm1'))), [1, 2, 5, 9]);
    assert.deepEqual(numbers(orders.ready.of('host1')), [1]);
  });

  test('that have begun are still the first of their server', () => {
    const orders = new Orders();
    orders.put(someOrder(1, 'vm1'));
    orders.put(someOrder(2, 'vm1'));
    orders.put(someOrder(1, 'vm1', { startedAt: now }));
    const [order, ...others] = orders.ready.of('host1');
    assert.deepEqual([order?.number, order?.startedAt, others], [1, now, []]);
  });

  test('of one server may be of several hosts, and the second host waits for the first', () => {
    const orders = new Orders();
    orders.put(someOrder(1, 'vm1'));
    orders.put(someOrder(2, 'vm1', { host: 'host2' }));
    assert.deepEqual(numbers(orders.ready.of('host2')), []);
    orders.remove(someOrder(1, 'vm1').id);
    assert.deepEqual(numbers(orders.ready.of('host2')), [2]);
  });
});

describe('whoever wants to know which hosts have something to do', () => {
  test('is told of those since they last asked, and of no others', () => {
    const { orders, since } = watched();
    orders.put(someOrder(1, 'vm1'));
    assert.deepEqual(since(), ['host1']);
    assert.deepEqual(since(), []);
    orders.put(someOrder(2, 'vm1', { host: 'host2' }));
    assert.deepEqual(since(), [], 'it cannot be done yet');
    orders.remove(someOrder(1, 'vm1').id);
    assert.deepEqual(since(), ['host2']);
    orders.put(someOrder(3, 'vm3', { host: 'host3' }));
    orders.put(someOrder(4, 'vm4', { host: 'host4' }));
    assert.deepEqual(since(), ['host3', 'host4']);
  });

  test('is told that it is too long ago, where it is', () => {
    const orders = new Orders();
    for (let number = 1; number <= 4_097; number++) orders.put(someOrder(number, `vm${number}`));
    assert.equal(orders.ready.hostsSince(0), null);
    assert.equal(orders.ready.hostsSince(1)?.length, 4_096);
    assert.equal(orders.ready.hostsSince(5_000), null);
  });
});

function watched() {
  const orders = new Orders();
  let { position } = orders.ready;
  const since = () => {
    const hosts = orders.ready.hostsSince(position);
    position = orders.ready.position;
    return hosts;
  };
  return { orders, since };
}
