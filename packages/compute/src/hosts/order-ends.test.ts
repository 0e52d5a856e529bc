import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ComputeState } from '@berth/compute-engine/compute-state.ts';
import { someOrder } from '@berth/compute-engine/testing/some-order.ts';
import { OrderEnds } from './order-ends.ts';

function given() {
  const { orders } = new ComputeState();
  let tell = (): void => undefined;
  const ends = new OrderEnds(
    () => orders,
    (teller) => {
      tell = teller;
    },
  );
  const order = someOrder(1, 'vm1');
  orders.put(order);
  const remove = (): void => {
    orders.remove(order.id);
    tell();
  };
  return { ends, id: order.id, remove, tell: () => tell() };
}

test('an end that was noted counts when the order is gone, and not before', async () => {
  const { ends, id, remove, tell } = given();
  const waiting = ends.wait(id, 60_000);
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  ends.note(id, { kind: 'failed', message: 'first try', isUnsupported: false });
  tell();
  await Promise.resolve();
  assert.equal(isOver, false);
  ends.note(id, { kind: 'done' });
  remove();
  assert.deepEqual(await waiting, { kind: 'done' });
});

test('an order that goes without a word is gone, and so is one that went before', async () => {
  const { ends, id, remove } = given();
  const waiting = ends.wait(id, 60_000);
  remove();
  assert.deepEqual([await waiting, await ends.wait(id, 60_000)], [{ kind: 'gone' }, { kind: 'gone' }]);
});

test('whoever waits longer than it may is told so, and no more wait than may', async () => {
  const { ends, id } = given();
  assert.deepEqual(await ends.wait(id, 1), { kind: 'time' });
  assert.equal(ends.hasRoom, true);
});
