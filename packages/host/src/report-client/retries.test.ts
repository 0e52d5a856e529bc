import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResourceProviderUpdateConflict, ResourceProviderUpdateFailed } from './errors.ts';
import { retryConflicts, retryRaces } from './retries.ts';

function failing(times: number, error: Error): () => Promise<number> {
  let count = 0;
  return async () => {
    count += 1;
    if (count <= times) throw error;
    return count;
  };
}

function notedPauses() {
  const pauses: number[] = [];
  return { pauses, pausing: { pause: async (ms: number) => void pauses.push(ms), random: () => 0.25 } };
}

test('a conflict is tried four times, with pauses that grow, and anything else once', async () => {
  const conflict = new ResourceProviderUpdateConflict('u', 1);
  const { pauses, pausing } = notedPauses();
  assert.equal(await retryConflicts(failing(3, conflict), pausing), 4);
  assert.deepEqual(pauses.splice(0), [25, 50, 100]);
  await assert.rejects(retryConflicts(failing(4, conflict), pausing), conflict);
  // Nobody waits for nothing.
  assert.deepEqual(pauses.splice(0), [25, 50, 100]);
  const failure = new ResourceProviderUpdateFailed('u', new Error('no'));
  await assert.rejects(retryConflicts(failing(1, failure), pausing), failure);
  assert.deepEqual(pauses, []);
});

test('a race that is decided is over, whatever the decision', async () => {
  const { pauses, pausing } = notedPauses();
  assert.equal(await retryRaces(async () => false, pausing), false);
  assert.deepEqual(pauses, []);
  assert.equal(await retryRaces(async () => null, pausing), null);
  assert.deepEqual(pauses, [500, 1000, 1500]);
});
