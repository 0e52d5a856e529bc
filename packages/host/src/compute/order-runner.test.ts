import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { OrderReport, PowerReport } from '@berth/client/compute/records.ts';
import type { Guests } from '../guests.ts';
import { OrderRunner } from './order-runner.ts';
import { Untold } from './outcome-reporter.ts';
import { noLog, someHostOrder } from './testing/some-host-order.ts';

describe('orders', () => {
  test('of different servers are done side by side, but not more than so many', async () => {
    const { runner, works, settle } = running({ atOnce: 2 });
    runner.take([1, 2, 3].map((number) => someHostOrder(number, `vm${number}`)));
    await turn();
    assert.deepEqual([...works.keys()], ['vm1', 'vm2']);
    await settle('vm1');
    assert.deepEqual([...works.keys()], ['vm2', 'vm3']);
    assert.deepEqual(runner.held, [2, 3]);
  });

  test('of one server are done one after the other, and keep no other server waiting', async () => {
    const { runner, works, settle } = running({ atOnce: 2 });
    runner.take([someHostOrder(1, 'vm1'), someHostOrder(2, 'vm1'), someHostOrder(3, 'vm2')]);
    await turn();
    assert.deepEqual([...works.keys()], ['vm1', 'vm2']);
    await settle('vm2');
    assert.deepEqual(runner.held, [1, 2]);
    await settle('vm1');
    assert.deepEqual([...works.keys(), ...runner.held], ['vm1', 2]);
  });

  test('are told to have begun, and then what became of them', async () => {
    const { runner, told, settle } = running();
    runner.take([someHostOrder(1, 'vm1')]);
    await turn();
    assert.deepEqual(told.splice(0), [{ order: 'order 1', outcome: { kind: 'begun' } }]);
    await settle('vm1');
    assert.deepEqual(told.splice(0), [{ order: 'order 1', outcome: { kind: 'done' } }]);
    runner.take([someHostOrder(2, 'vm1')]);
    await turn();
    await settle('vm1', new Error(`no\nroom${'x'.repeat(300)}`));
    const { outcome } = told.at(-1) ?? assert.fail();
    assert.ok(outcome.kind === 'failed');
    assert.match(outcome.message, /^no\\u\{a\}roomx+…$/);
    assert.ok(outcome.message.length <= 255);
    assert.match(outcome.details, /order-runner\.test/);
  });

  test('that fail say besides what the machine is, which an agent before may have left', async () => {
    const { runner, power, settle } = running();
    runner.take([someHostOrder(1, 'vm1'), someHostOrder(2, 'vm2'), someHostOrder(3, 'vm3')]);
    await turn();
    await settle('vm1', new Error('no'));
    await settle('vm2', new Error('no'));
    await settle('vm3');
    assert.deepEqual(power, [
      { server: 'vm1', state: 'paused' },
      { server: 'vm2', state: 'none' },
    ]);
  });

  test('that are not to be done any more are not begun', async () => {
    const { runner, works } = running({ isOpen: () => false });
    runner.take([someHostOrder(1, 'vm1')]);
    await turn();
    assert.deepEqual([works.size, runner.held], [0, []]);
  });

  test('are taken once, however often they are given', async () => {
    const { runner, told } = running();
    runner.take([someHostOrder(1, 'vm1')]);
    runner.take([someHostOrder(1, 'vm1')]);
    await turn();
    assert.deepEqual([told.length, runner.held], [1, [1]]);
  });

  test('that nobody could be told of are let go, to be given again', async () => {
    const { runner } = running({
      isOpen: () => {
        throw new Untold('stopped');
      },
    });
    runner.take([someHostOrder(1, 'vm1')]);
    await turn();
    assert.deepEqual(runner.held, []);
  });

  test('that the hypervisor cannot do, or that nobody has heard of, fail with a sentence', async () => {
    const { runner, told } = running();
    runner.take([someHostOrder(1, 'vm1', 'pause'), someHostOrder(2, 'vm2', 'teleport')]);
    await turn();
    const failures = told.flatMap(({ outcome }) => (outcome.kind === 'failed' ? [outcome.message] : []));
    assert.deepEqual(failures, [
      'The hypervisor of this host cannot do this: pause.',
      'The hypervisor of this host cannot do this: teleport.',
    ]);
  });
});

test('a slow host takes four times as many as it does at once, and more when there is room', async () => {
  const { runner, settle } = running({ atOnce: 1 });
  runner.take([1, 2, 3, 4].map((number) => someHostOrder(number, `vm${number}`)));
  assert.equal(runner.room, 0);
  let isMade = false;
  void runner.roomMade.then(() => (isMade = true));
  await turn();
  assert.ok(!isMade);
  await settle('vm1');
  assert.deepEqual([isMade, runner.room], [true, 1]);
});

test('a runner that is stopped ends what it has begun, and begins nothing', async () => {
  const { runner, works, settle } = running({ atOnce: 1 });
  runner.take([someHostOrder(1, 'vm1'), someHostOrder(2, 'vm2')]);
  await turn();
  const stopped = runner.stop();
  await settle('vm1');
  await stopped;
  assert.deepEqual([works.size, runner.held], [0, [2]]);
});

test('which servers were touched is known from when it was asked', async () => {
  const { runner, settle } = running();
  runner.take([someHostOrder(1, 'vm1')]);
  await turn();
  const touched = runner.noteTouched();
  await settle('vm1');
  runner.take([someHostOrder(2, 'vm2')]);
  assert.deepEqual([...touched], ['vm1', 'vm2']);
});

/** A runner whose machines stop when the test says so. */
function running({ atOnce = 10, isOpen = (): boolean => true } = {}) {
  const works = new Map<string, PromiseWithResolvers<void>>();
  const told: OrderReport[] = [];
  const power: PowerReport[] = [];
  const guests: Partial<Guests> = {
    stop: ({ id }) => {
      const work = Promise.withResolvers<void>();
      works.set(id, work);
      return work.promise;
    },
    list: async () => [{ id: 'vm1', powerState: 'paused' }],
  };
  const runner = new OrderRunner({
    guests: guests as Guests, // Nothing else is asked for.
    reporter: {
      tell: async (report) => {
        told.push(report);
        return { isOpen: isOpen(), password: null };
      },
      tellPower: async (report) => void power.push(report),
    },
    log: noLog,
    atOnce,
  });
  const settle = async (id: string, error?: Error) => {
    const work = works.get(id) ?? assert.fail(`nothing is done with ${id}`);
    works.delete(id);
    if (error) work.reject(error);
    else work.resolve();
    await turn();
  };
  return { runner, works, told, power, settle };
}
