import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { type Handlers, Rpc } from './rpc.ts';

interface Sums {
  add(numbers: readonly number[]): number;
  later(ms: number): string;
  refuse(): void;
}

interface Names {
  name(): string;
}

function connected(t: TestContext, sums: Partial<Handlers<Sums>> = {}) {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  const caller = new Rpc<Sums, Names>(port1, { name: () => 'the caller' });
  const callee = new Rpc<Names, Sums>(port2, {
    add: (numbers) => numbers.reduce((sum, number) => sum + number, 0),
    later: async (ms) => {
      await sleep(ms);
      return `after ${ms}`;
    },
    refuse: () => {
      throw new RangeError('no');
    },
    ...sums,
  });
  return { caller, callee };
}

test('both sides can call, and each gets the result of its own call', async (t) => {
  const { caller, callee } = connected(t);
  const answers = await Promise.all([
    caller.call('later', 20),
    caller.call('add', [1, 2, 3]),
    caller.call('later', 0),
    callee.call('name'),
  ]);
  assert.deepEqual(answers, ['after 20', 6, 'after 0', 'the caller']);
});

test('what the other side throws is thrown here', async (t) => {
  const { caller } = connected(t);
  await assert.rejects(caller.call('refuse'), /^RangeError: no$/);
  assert.equal(await caller.call('add', [1]), 1);
});

test('when the other side is gone, whoever waits is told, and whoever calls then', async (t) => {
  const { caller } = connected(t, { later: () => new Promise(() => {}) });
  const waiting = caller.call('later', 1);
  caller.fail(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  await assert.rejects(caller.call('add', [1]), /gone/);
});
