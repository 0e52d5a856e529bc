import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { OrderReport } from '@berth/client/compute/records.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import { Unreachable } from '@berth/client/transport.ts';
import { OutcomeReporter, Untold } from './outcome-reporter.ts';
import { noLog } from './testing/some-host-order.ts';

const report = (order: string): OrderReport => ({ order, outcome: { kind: 'done' } });

describe('a reporter', () => {
  test('sends together what comes together, in its order', async () => {
    const { reporter, sent } = reporting([]);
    const told = ['a', 'b'].map((order) => reporter.tell(report(order)));
    await reporter.tellPower({ server: 'vm1', state: 'none' });
    assert.deepEqual(
      (await Promise.all(told)).map(({ isOpen }) => isOpen),
      [true, true],
    );
    assert.deepEqual(sent, [['a', 'b', 'vm1 none']]);
  });

  test('sends a hundred at a time', async () => {
    const { reporter, sent } = reporting([]);
    await Promise.all(Array.from({ length: 250 }, (_, index) => reporter.tell(report(`${index}`))));
    assert.deepEqual(
      sent.map(({ length }) => length),
      [100, 100, 50],
    );
  });

  test('goes on until the service is there again, and tells nothing out of turn', async () => {
    const away = new Unreachable('gone', { isUnsent: false });
    const { reporter, sent, waits } = reporting([
      away,
      failure(503),
      failure(403),
      failure(409),
      failure(404),
    ]);
    const first = reporter.tell(report('a'));
    await turn();
    const second = reporter.tell(report('b'));
    assert.deepEqual(
      (await Promise.all([first, second])).map(({ isOpen }) => isOpen),
      [true, true],
    );
    assert.deepEqual(sent.at(-1), ['a', 'b']);
    assert.deepEqual(waits, [187.5, 375, 750, 1500, 3000].map(Math.round));
  });

  test('lets go of what the service can make no sense of', async () => {
    const { reporter, sent } = reporting([failure(400)]);
    await assert.rejects(reporter.tell(report('a')), ServiceError);
    assert.equal((await reporter.tell(report('b'))).isOpen, true);
    assert.equal(sent.length, 2);
  });

  test('that is stopped tries nothing again', async () => {
    const stop = new AbortController();
    const { reporter, sent } = reporting([failure(503), failure(503)], stop.signal);
    const told = reporter.tell(report('a'));
    stop.abort();
    await assert.rejects(told, Untold);
    assert.equal(sent.length, 1);
  });
});

function failure(status: number): ServiceError {
  return new ServiceError(
    { method: 'POST', path: '/' },
    { status, headers: {}, json: undefined, text: 'no' },
  );
}

/** One whose first requests fail so; everything that is taken is open. */
function reporting(failures: readonly Error[], stop = new AbortController().signal) {
  const sent: string[][] = [];
  const waits: number[] = [];
  const reporter = new OutcomeReporter({
    send: async ({ outcomes, power }) => {
      sent.push([
        ...outcomes.map(({ order }) => order),
        ...power.map(({ server, state }) => `${server} ${state}`),
      ]);
      const failed = failures[sent.length - 1];
      await turn();
      if (failed) throw failed;
      return new Map(outcomes.map(({ order }) => [order, { isOpen: true, password: null }]));
    },
    timing: {
      now: () => 0,
      random: () => 0.5,
      sleep: async (ms) => {
        waits.push(ms);
        await turn();
      },
    },
    log: noLog,
    stop,
  });
  return { reporter, sent, waits };
}
