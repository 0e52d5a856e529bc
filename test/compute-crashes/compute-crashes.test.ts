import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed } from '@berth/testing/random-cases.ts';
import { crashCampaign } from './campaign.ts';
import { summary } from './report.ts';

test('whatever is killed, what was acknowledged is there, and nothing leaks', {
  timeout: 900_000,
}, async (t) => {
  const options = { seed: `${seed()}`, kills: 6, clients: 4, isCluster: false };
  const result = await crashCampaign({ ...options, print: (text) => t.diagnostic(text) });
  assert.equal(result.wrong, null, summary(result));
  assert.ok(result.noted.acknowledged > 0);
});
