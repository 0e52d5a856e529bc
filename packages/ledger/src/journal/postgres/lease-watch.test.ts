import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredLease } from './lease.ts';
import { LeaseWatch } from './lease-watch.ts';

const lease: StoredLease = {
  epoch: 3,
  token: 'mine',
  renewals: 7,
  leaseMs: 200,
  name: 'a process',
  address: null,
  secret: null,
};

/** When it was first said to have run out, counted from now. */
async function untilRunOut(watch: LeaseWatch, seen: StoredLease): Promise<number> {
  const beganMs = performance.now();
  while (watch.remainingMs(seen) > 0) await sleep(5);
  return performance.now() - beganMs;
}

test('a lease has run out when it was seen unchanged for its length, and not before', async () => {
  const watch = new LeaseWatch();
  assert.ok((await untilRunOut(watch, lease)) >= lease.leaseMs);
  // Each of these is a sign of life: it begins anew.
  for (const sign of [{ renewals: 8 }, { epoch: 4 }, { token: 'yours' }]) {
    assert.ok((await untilRunOut(watch, { ...lease, ...sign })) >= lease.leaseMs, JSON.stringify(sign));
  }
});

test('how long a lease is its holder says', async () => {
  const watch = new LeaseWatch();
  watch.remainingMs({ ...lease, leaseMs: 60_000 });
  await sleep(10);
  assert.ok(watch.remainingMs({ ...lease, leaseMs: 60_000 }) > 0);
});

test('whose holder has left has run out', () => {
  assert.equal(new LeaseWatch().remainingMs({ ...lease, token: null }), 0);
});
