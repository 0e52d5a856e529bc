import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed } from '@berth/testing/random-cases.ts';
import { crashCampaign } from './campaign.ts';
import { summary } from './report.ts';

for (const { what, moments, mostlyMoves } of [
  { what: 'whatever is killed', moments: 6, mostlyMoves: false },
  { what: 'whoever is killed while servers go from host to host', moments: 3, mostlyMoves: true },
]) {
  test(`${what}, what was acknowledged is there, and nothing leaks`, {
    timeout: 900_000,
  }, async (t) => {
    const options = {
      kind: 'kill',
      seed: `${seed()}`,
      moments,
      clients: 4,
      isCluster: false,
      mostlyMoves,
    } as const;
    const result = await crashCampaign({ ...options, print: (text) => t.diagnostic(text) });
    assert.equal(result.wrong, null, summary(result));
    assert.ok(result.noted.acknowledged > 0);
  });
}
