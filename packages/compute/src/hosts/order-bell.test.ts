import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Orders } from '@berth/compute-engine/orders/orders.ts';
import { someOrder } from '@berth/compute-engine/testing/some-order.ts';
import { OrderBell, type WaitEnd } from './order-bell.ts';

const long = 600_000;

describe('of hosts that wait for something to do', () => {
  test('a thousand stay asleep when an order comes for one', async () => {
    const { bell, put, ended, wait, stop } = belled();
    for (let index = 0; index < 1_000; index++) wait(`host${index}`);
    await put(someOrder(1, 'vm1', { host: 'host7' }));
    assert.deepEqual(ended, [['host7', 'rung']]);
    assert.equal(bell.waiting, 999);
    stop();
  });

  test('nobody is looked at when something else is committed', async () => {
    const { bell, news, ended, wait, stop } = belled();
    wait('host1');
    for (let index = 0; index < 10; index++) await news();
    assert.deepEqual([ended, bell.waiting], [[], 1]);
    stop();
  });

  test('one is woken when what was before its order is done', async () => {
    const { put, remove, ended, wait, stop } = belled();
    await put(someOrder(1, 'vm1', { host: 'host1' }));
    await put(someOrder(2, 'vm1', { host: 'host2' }));
    wait('host2');
    await remove(someOrder(1, 'vm1'));
    assert.deepEqual(ended, [['host2', 'rung']]);
    stop();
  });

  test('all are woken when the state was loaded again, or when more has come than is remembered', async () => {
    const { put, reload, ended, wait, stop } = belled();
    wait('host1');
    await reload();
    assert.deepEqual(ended.splice(0), [['host1', 'rung']]);
    wait('host1');
    await put(
      ...Array.from({ length: 5_000 }, (_, index) => someOrder(index + 1, `vm${index}`, { host: 'host9' })),
    );
    assert.deepEqual(ended, [['host1', 'rung']]);
    stop();
  });

  test('each waits once: a second time ends the first', async () => {
    const { bell, ended, wait, stop } = belled();
    wait('host1');
    wait('host1');
    await turn();
    assert.deepEqual([ended, bell.waiting], [[['host1', 'anew']], 1]);
    stop();
  });

  test('one ends when its time is up, or when nobody wants to know any more', async () => {
    const { bell } = belled();
    assert.equal(await bell.wait('host1', 1, new AbortController().signal), 'time');
    const left = new AbortController();
    const waiting = bell.wait('host1', long, left.signal);
    left.abort();
    assert.equal(await waiting, 'unwanted');
    assert.equal(await bell.wait('host1', long, left.signal), 'unwanted');
    assert.equal(bell.waiting, 0);
  });

  test('no more wait than may', () => {
    const { bell, wait, stop } = belled(2);
    wait('host1');
    wait('host2');
    assert.deepEqual([bell.hasRoomFor('host3'), bell.hasRoomFor('host1')], [false, true]);
    stop();
  });
});

function belled(max = 10_000) {
  let orders = new Orders();
  let tell = () => {};
  const bell = new OrderBell(
    () => orders.ready,
    (given) => {
      tell = given;
    },
    max,
  );
  const ended: [host: string, end: WaitEnd][] = [];
  const stopping = new AbortController();
  const news = async () => {
    tell();
    await turn();
  };
  return {
    bell,
    ended,
    news,
    wait: (host: string) =>
      void bell.wait(host, long, stopping.signal).then((end) => {
        if (end !== 'unwanted') ended.push([host, end]);
      }),
    put: (...given: ReturnType<typeof someOrder>[]) => {
      for (const order of given) orders.put(order);
      return news();
    },
    remove: ({ id }: ReturnType<typeof someOrder>) => {
      orders.remove(id);
      return news();
    },
    reload: () => {
      orders = new Orders();
      return news();
    },
    stop: () => stopping.abort(),
  };
}
