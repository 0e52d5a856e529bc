import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crashTest } from './crash-test.ts';
import { summary } from './summary.ts';

/** The long run is test/crash/run.ts. */
test('a Berth that is killed under load has lost nothing that it has acknowledged', async () => {
  const seed = String(Math.floor(Math.random() * 1e9));
  const result = await crashTest({ seed, kills: 5, clients: 8, print: () => undefined });
  process.stderr.write(`\nkilled under load: ${summary(result, seed)}\n`);
  assert.equal(result.wrong, null);
  assert.equal(result.kills, 5);
  assert.ok(result.counts.acknowledged > 0, 'nothing was written');
  assert.ok(result.counts.refused > 0, 'nothing was refused');
});
