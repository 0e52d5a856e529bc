import assert from 'node:assert/strict';
import { test } from 'node:test';
import { campaign } from './campaign.ts';
import { numbersBelow } from './options.ts';

const randomSeed = String(Math.floor(Math.random() * 1e9));

/** The long run is test/malformed/run.ts. */
for (const seed of ['berth', randomSeed]) {
  test(`Berth stands 1,500 malformed and odd requests (seed ${seed})`, async () => {
    const { faults, tally, unchanged } = await campaign({
      seed,
      numbers: numbersBelow(1_500),
      largestBody: 500_000,
      patienceSeconds: 2,
      print: () => undefined,
    });
    process.stderr.write(
      `\nmalformed requests, seed ${seed}: ${tally.trials} trials, ${faults.length} faults\n`,
    );
    assert.deepEqual(faults, []);
    assert.equal(tally.trials, 1_500);
    assert.ok(unchanged > 0, 'the world was never compared');
  });
}
