import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { type Answers, Line } from './line.ts';

interface Sums {
  add(numbers: readonly number[]): number;
  later(ms: number): string;
  refuse(): void;
}

interface Names {
  name(): string;
}

function connected(t: TestContext, sums: Partial<Answers<Sums>> = {}) {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  const asking = new Line<Sums, Names>(port1, { name: () => 'the one who asks' });
  const answering = new Line<Names, Sums>(port2, {
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
  return { asking, answering };
}

test('both sides can ask, and each gets the answer to its own question', async (t) => {
  const { asking, answering } = connected(t);
  const answers = await Promise.all([
    asking.ask('later', 20),
    asking.ask('add', [1, 2, 3]),
    asking.ask('later', 0),
    answering.ask('name'),
  ]);
  assert.deepEqual(answers, ['after 20', 6, 'after 0', 'the one who asks']);
});

test('what the other side throws is thrown here', async (t) => {
  const { asking } = connected(t);
  await assert.rejects(asking.ask('refuse'), /^RangeError: no$/);
  assert.equal(await asking.ask('add', [1]), 1);
});

test('when the other side is gone, whoever waits is told, and whoever asks then', async (t) => {
  const { asking } = connected(t, { later: () => new Promise(() => {}) });
  const waiting = asking.ask('later', 1);
  asking.fail(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  await assert.rejects(asking.ask('add', [1]), /gone/);
});
