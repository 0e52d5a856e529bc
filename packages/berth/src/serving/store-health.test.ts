import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  JournalFull,
  JournalNotTaken,
  JournalUnavailable,
  UnstorableChange,
} from '@berth/ledger/journal/journal-errors.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { StoreHealth } from './store-health.ts';

function health(t: TestContext, probes = true) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const events = new EventCounts();
  const lines: string[] = [];
  const log = { error: () => void lines.push('error'), warn: () => void lines.push('warn') };
  const probe = { error: null as Error | null, calls: 0 };
  let mended = 0;
  const store = new StoreHealth({
    log,
    events,
    onMended: () => void mended++,
    ...(probes
      ? {
          probe: async () => {
            probe.calls++;
            if (probe.error !== null) throw probe.error;
          },
        }
      : {}),
  });
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return { store, events, lines, probe, pass, mended: () => mended };
}

const full = new JournalFull('/var/lib/berth/berth.db', null);

test('what is not stored is an ailment, counted and told, until something is', async (t) => {
  const { store, events, lines, mended } = health(t);
  assert.deepEqual(store.healthProblems(), []);
  store.failed(full);
  store.failed(full);
  assert.deepEqual(store.healthProblems(), ['changes cannot be stored: the disk is full']);
  store.stored();
  assert.deepEqual([store.healthProblems(), store.isFailing, mended()], [[], false, 1]);
  assert.deepEqual(lines, ['error', 'warn']);
  assert.match(events.render(), /^berth_store_failures_total\{reason="full"\} 2$/m);
});

test('it is found out without a write that there is room again, and what else is in the way', async (t) => {
  const { store, probe, pass, mended } = health(t);
  store.failed(new JournalNotTaken('berth.db', null));
  assert.deepEqual(store.healthProblems(), ['changes cannot be stored: the disk does not take them']);
  probe.error = Object.assign(new Error('EDQUOT: over quota'), { code: 'EDQUOT' });
  await pass(500);
  assert.deepEqual(store.healthProblems(), ['changes cannot be stored: the disk quota is used up']);
  probe.error = null;
  await pass(1_000);
  assert.deepEqual([store.healthProblems(), probe.calls, mended()], [[], 2, 1]);
  await pass(60_000);
  assert.equal(probe.calls, 2, 'nobody is asked as long as all is well');
});

test('without a probe it is well again when nothing has failed for a while', async (t) => {
  const { store, pass } = health(t, false);
  store.failed(new JournalUnavailable('a deadlock'));
  await pass(7_000);
  store.failed(new JournalUnavailable('a deadlock'));
  await pass(7_000);
  assert.equal(store.isFailing, true);
  await pass(1_000);
  assert.equal(store.isFailing, false);
});

test('a change that can never be stored is counted, and is no ailment of the store', async (t) => {
  const { store, events } = health(t);
  store.failed(new UnstorableChange('too long'));
  assert.deepEqual(store.healthProblems(), []);
  assert.match(events.render(), /^berth_store_failures_total\{reason="unstorable"\} 1$/m);
});

test('a probe that ends after the service is of no consequence', async (t) => {
  const { store, probe, pass, lines } = health(t);
  store.failed(full);
  store.close();
  await pass(60_000);
  assert.deepEqual([probe.calls, lines], [0, ['error']]);
});
