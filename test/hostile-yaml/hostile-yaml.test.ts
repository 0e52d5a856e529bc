import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { campaign } from './campaign.ts';
import { numbersBelow } from './options.ts';

const runs = runsOf(500);

/** The long run is test/hostile-yaml/run.ts. */
for (const from of ['berth', String(seed())]) {
  test(`the reader of schemas stands hostile YAML files (seed ${from})`, async () => {
    const { faults, tally } = await campaign({
      seed: from,
      numbers: numbersBelow(runs),
      largest: 20_000,
      patienceMs: 60_000,
      print: () => undefined,
    });
    assert.deepEqual(faults, []);
    assert.equal(tally.files, runs);
    assert.equal(tally.kinds, 16);
    assert.ok(tally.loaded > 0 && tally.loaded < runs / 2, `${tally.loaded} were loaded`);
  });
}
