import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { hostileRun } from './hostile.ts';

test('whatever those send who have no good token: nobody gets in, nothing is written, and nothing fails', async () => {
  const { problems, statuses } = await hostileRun(String(seed()), runsOf(2_000));
  assert.deepEqual(problems.slice(0, 10), []);
  for (const status of [400, 401, 404, 405, 413])
    assert.ok((statuses.get(status) ?? 0) > 0, `${status} came up`);
});
