import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { crashTest } from './crash-test.ts';
import { summary } from './summary.ts';

/** The long run is test/crash/run.ts. */
test('a Berth that is killed under load has lost nothing that it has acknowledged', async () => {
  const kills = runsOf(5);
  const result = await crashTest({ seed: String(seed()), kills, clients: 8, print: () => undefined });
  process.stderr.write(`\nkilled under load: ${summary(result, String(seed()))}\n`);
  assert.equal(result.wrong, null);
  assert.equal(result.kills, kills);
  assert.ok(result.counts.acknowledged > 0, 'nothing was written');
  assert.ok(result.counts.refused > 0, 'nothing was refused');
});
