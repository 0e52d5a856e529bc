import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { comparison } from './comparison.ts';
import { comparedNouns, ownNouns } from './nouns.ts';

test('no request, however malformed, is answered with a 5xx, and none that is refused writes anything', async () => {
  const plan = {
    nouns: [...comparedNouns, ...ownNouns],
    requests: runsOf(1_000),
    spoiled: 0.9,
    policy: 'secure',
    isAlone: true,
  } as const;
  const told: string[] = [];
  const report = await comparison({ ...plan, seed: String(seed()) }, (text) => told.push(text));
  assert.deepEqual(told, []);
  assert.equal(report.unexplained, 0, report.summary());
});
