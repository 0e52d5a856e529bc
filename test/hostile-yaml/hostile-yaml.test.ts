import assert from 'node:assert/strict';
import { test } from 'node:test';
import { campaign } from './campaign.ts';
import { numbersBelow } from './options.ts';

const randomSeed = String(Math.floor(Math.random() * 1e9));
const runs = Number(process.env['TEST_RUNS'] ?? 500);

/** The long run is test/hostile-yaml/run.ts. */
for (const seed of ['berth', randomSeed]) {
  test(`the reader of schemas stands ${runs} hostile YAML files (seed ${seed})`, async () => {
    const { faults, tally } = await campaign({
      seed,
      numbers: numbersBelow(runs),
      largest: 20_000,
      patienceMs: 60_000,
      print: () => undefined,
    });
    assert.deepEqual(faults, []);
    assert.equal(tally.files, runs);
    if (runs >= 500) assert.equal(tally.kinds, 16);
    assert.ok(tally.loaded > 0 && tally.loaded < runs / 2, `${tally.loaded} were loaded`);
  });
}
