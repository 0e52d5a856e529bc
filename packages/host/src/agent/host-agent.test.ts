import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Unreachable } from '@berth/client/transport.ts';
import { ReshapeFailed, ReshapeNeeded } from '../driver.ts';
import { ProviderConfigError } from '../provider-config/provider-config.ts';
import { judgeFailure } from '../tracker/judge-failure.ts';
import { FatalUpdate, type PassReport } from '../tracker/pass-report.ts';
import type { PassOptions } from '../tracker/resource-tracker.ts';
import { type FinishedPass, HostAgent } from './host-agent.ts';

describe('an agent', () => {
  test('is at its start until a pass works, and then makes one every interval, more or less', async () => {
    const { agent, passes, waits } = scripted([away, away, away, good, good, good]);
    assert.equal(await agent.run(stopAfter(passes, 6)), 'stopped');
    assert.deepEqual(
      passes.map(({ startup }) => startup),
      [true, true, true, true, false, false],
    );
    // Chance is in the middle: three quarters of 1, 2 and 4 seconds, and the interval itself.
    assert.deepEqual(waits.slice(0, 5), [750, 1500, 3000, 60_000, 60_000]);
  });

  test('never waits longer than the interval for a Placement that is away', async () => {
    const { agent, passes, waits } = scripted(Array.from({ length: 50 }, () => away));
    await agent.run(stopAfter(passes, 50));
    assert.equal(Math.max(...waits), 45_000);
  });

  test('ends with what would fail again at its start', async () => {
    for (const error of [
      new ReshapeFailed('no room'),
      new ReshapeNeeded('still'),
      new ProviderConfigError(['gpu.yaml:1:1: wrong']),
    ]) {
      const { agent, passes } = scripted([away, () => failure(error)]);
      await assert.rejects(agent.run(stopAfter(passes, 5)), (thrown: unknown) => {
        assert.ok(thrown instanceof FatalUpdate);
        assert.equal(thrown.cause, error);
        return true;
      });
      assert.equal(passes.length, 1);
    }
  });

  test('begins again where a reshape has failed since Placement went away', async () => {
    const gone = new ReshapeFailed('no answer', { cause: new Unreachable('gone', { isUnsent: false }) });
    const { agent, passes } = scripted([() => failure(gone), good, good]);
    assert.equal(await agent.run(stopAfter(passes, 3)), 'stopped');
    assert.deepEqual(
      passes.map(({ startup }) => startup),
      [true, true, false],
    );
  });

  test('goes on when something is fatal later on, and says what is wrong', async () => {
    const { agent, passes } = scripted([good, () => failure(new ReshapeNeeded('GPUs have moved')), good]);
    const problems: (readonly string[])[] = [];
    const stop = stopAfter(passes, 3, () => problems.push(agent.record.problems()));
    assert.equal(await agent.run(stop), 'stopped');
    assert.deepEqual(
      problems.map((lines) => lines.length),
      [0, 2, 0],
    );
    assert.match(
      problems[1]?.join('\n') ?? '',
      /no pass has worked since .*, last .*\nnode cn1: GPUs have moved\. .*start again/,
    );
    assert.deepEqual(
      { ...agent.record.counts, lastGoodAt: agent.record.lastGoodAt },
      {
        goodPasses: 2,
        failedPasses: 1,
        providersWritten: 0,
        reshapes: 0,
        consumersMoved: 0,
        lastGoodAt: 1_060_750,
      },
    );
  });

  test('makes a pass at once when it is asked to, also during another', async () => {
    const { agent, passes, waits } = scripted([good, good, good, good]);
    const stop = stopAfter(passes, 3, (count) => {
      if (count === 1) agent.wake();
    });
    await agent.run(stop);
    assert.equal(waits.length, 1);
  });

  test('stops after the pass that is under way, or without it when that takes too long', async () => {
    const stop = new AbortController();
    const hanging = scripted([
      () => {
        stop.abort();
        return new Promise(() => {});
      },
    ]);
    assert.equal(await hanging.agent.run(stop.signal), 'cut off');
    assert.deepEqual(hanging.waits, [5_000]);

    const brief = new AbortController();
    const { agent, passes } = scripted([
      async (options) => {
        brief.abort();
        assert.ok(options.signal?.aborted);
        return nothing;
      },
    ]);
    assert.equal(await agent.run(brief.signal), 'stopped');
    assert.equal(passes.length, 1);
  });

  test('says when a pass gets stuck, and when none has been yet', async () => {
    const { agent, clock } = scripted([() => new Promise(() => {})]);
    const stop = new AbortController();
    const running = agent.run(stop.signal);
    assert.deepEqual(agent.record.problems(), ['the first pass is not over yet']);
    clock.now += 601_000;
    assert.match(agent.record.problems().join('\n'), /\na pass has been under way since 1970-01-01T00:16:40/);
    stop.abort();
    assert.equal(await running, 'cut off');
  });
});

type Script = (options: PassOptions) => Promise<PassReport> | PassReport;

const nothing: PassReport = { updated: [], failures: [], warnings: [] };

const good: Script = () => nothing;

const away: Script = ({ startup }) =>
  reportOf(new Unreachable('connection refused', { isUnsent: true }), startup);

const node = { uuid: 'a5b0e5f2-7c8d-4a0b-9c1e-2f3a4b5c6d7e', name: 'cn1' };

function reportOf(error: Error, startup: boolean): PassReport {
  return { updated: [], failures: [{ node, ...judgeFailure(error, { startup }) }], warnings: [] };
}

function failure(error: Error): never {
  throw new FatalUpdate(reportOf(error, true));
}

/** An agent whose passes are told, on a clock that stands still but for its waits. */
function scripted(script: readonly Script[]) {
  const clock = { now: 1_000_000 };
  const waits: number[] = [];
  const passes: FinishedPass[] = [];
  let count = 0;
  const agent: HostAgent = new HostAgent({
    tracker: { update: async (options) => await (script[count++] ?? good)(options) },
    intervalMs: 60_000,
    graceMs: 5_000,
    timing: {
      now: () => clock.now,
      sleep: async (ms, signal) => {
        if (signal.aborted) return;
        waits.push(ms);
        clock.now += ms;
        // Whoever is done already is before us.
        await turn();
      },
      random: () => 0.5,
    },
    onPass: (pass) => passes.push(pass),
  });
  return { agent, passes, waits, clock };
}

/** Stops when so many passes are over; `look` is called after each. */
function stopAfter(
  passes: FinishedPass[],
  count: number,
  look: (count: number) => void = () => {},
): AbortSignal {
  const stop = new AbortController();
  const push = passes.push.bind(passes);
  passes.push = (...added) => {
    const length = push(...added);
    look(length);
    if (length === count) stop.abort();
    return length;
  };
  return stop.signal;
}
