import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { comparison } from './comparison.ts';
import { originalSide, whyNoOriginal } from './original.ts';
import { ourSide } from './ours.ts';

const reason = whyNoOriginal();
if (reason !== null)
  process.stderr.write(`\nSKIPPED: the comparison with the original Keystone: ${reason}\n`);

test('our identity service answers random requests as the original does', {
  skip: reason ?? false,
}, async () => {
  const [original, ours] = [await originalSide(), await ourSide()];
  try {
    const plan = { seed: String(seed()), requests: runsOf(80), perRound: 40 };
    const { findings, requests } = await comparison(plan, original, ours, () => undefined);
    assert.deepEqual(findings, []);
    assert.equal(requests, plan.requests);
  } finally {
    await original.close();
    await ours.close();
  }
});
