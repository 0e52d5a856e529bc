import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed } from '@berth/testing/random-cases.ts';
import { crashCampaign } from './campaign.ts';
import { summary } from './report.ts';

for (const { what, kills, mostlyMoves } of [
  { what: 'whatever is killed', kills: 6, mostlyMoves: false },
  { what: 'whoever is killed while servers go from host to host', kills: 3, mostlyMoves: true },
]) {
  test(`${what}, what was acknowledged is there, and nothing leaks`, {
    timeout: 900_000,
  }, async (t) => {
    const options = { seed: `${seed()}`, kills, clients: 4, isCluster: false, mostlyMoves };
    const result = await crashCampaign({ ...options, print: (text) => t.diagnostic(text) });
    assert.equal(result.wrong, null, summary(result));
    assert.ok(result.noted.acknowledged > 0);
  });
}
