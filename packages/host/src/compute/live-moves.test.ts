import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { HostOrder, OrderReport } from '@berth/client/compute/records.ts';
import type { Guests, LiveMoveControl } from '../guests.ts';
import { OrderRunner } from './order-runner.ts';
import { noLog, someHostOrder } from './testing/some-host-order.ts';

const zero = { total: 0, processed: 0, remaining: 0 };

/** A host that sends machines when it is told to go on; of `over` orders it is said that they are not to be done any more. */
function sending(over: readonly string[] = []) {
  const told: string[] = [];
  const sent: { readonly control: LiveMoveControl; readonly end: PromiseWithResolvers<void> }[] = [];
  const guests: Partial<Guests> = {
    list: async () => [],
    liveMove: async (_machine, _options, control) => {
      const end = Promise.withResolvers<void>();
      sent.push({ control, end });
      control.unwanted.addEventListener('abort', () => end.reject(new Error('not wanted')));
      control.forced.addEventListener('abort', () => end.resolve());
      if (control.unwanted.aborted) throw new Error('not wanted');
      await end.promise;
    },
  };
  const reporter = {
    tell: async ({ order, outcome }: OrderReport) => {
      told.push(`${order} ${outcome.kind}`);
      return { isOpen: !over.includes(order), password: null };
    },
    tellPower: async () => undefined,
  };
  const runner = new OrderRunner({ guests: guests as Guests, reporter, log: noLog, atOnce: 1 });
  return { runner, told, sent };
}

function order(number: number, kind: string, server = 'vm1'): HostOrder {
  const made = someHostOrder(number, server, kind);
  return { ...made, work: { ...made.work, to: { host: 'host2', node: 'host2', address: null } } };
}

const turns = async () => {
  for (let count = 0; count < 5; count++) await turn();
};

for (const [kind, outcome] of [
  ['abort-live-move', 'failed'],
  ['complete-live-move', 'done'],
] as const) {
  test(`${kind} is heeded while the machine is sent, and is over with it`, async () => {
    const { runner, told } = sending();
    runner.take([order(1, 'live-move')]);
    await turns();
    runner.take([order(2, kind)]);
    await turns();
    assert.deepEqual(told, ['order 1 begun', 'order 2 begun', `order 1 ${outcome}`, 'order 2 done']);
    assert.deepEqual(runner.held, []);
  });
}

test('what is not wanted any more is known to be so when it is begun, in whichever order both come', async () => {
  const { runner, told, sent } = sending();
  runner.take([order(2, 'abort-live-move')]);
  await turns();
  assert.deepEqual(runner.held, [2]);
  runner.take([order(1, 'live-move')]);
  await turns();
  assert.equal(sent[0]?.control.unwanted.aborted, true);
  assert.deepEqual(told.slice(-2), ['order 1 failed', 'order 2 done']);
});

test('what was wanted of one move is not wanted of the next one', async () => {
  const { runner, sent } = sending(['order 2']);
  runner.take([order(2, 'abort-live-move')]);
  await turns();
  runner.take([order(1, 'live-move')]);
  await turns();
  assert.equal(sent[0]?.control.unwanted.aborted, false);
  runner.take([order(3, 'abort-live-move')]);
  await turns();
  runner.take([order(4, 'live-move')]);
  await turns();
  assert.equal(sent[1]?.control.unwanted.aborted, false);
});

test('how far it is is told, and not again at once', async () => {
  const { runner, told, sent } = sending();
  runner.take([order(1, 'live-move')]);
  await turns();
  sent[0]?.control.tell({ memory: zero, disk: zero });
  sent[0]?.control.tell({ memory: zero, disk: zero });
  await turns();
  assert.deepEqual(told, ['order 1 begun', 'order 1 progress']);
});
