import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { campaign } from './campaign.ts';
import { numbersBelow } from './options.ts';

const trials = runsOf(1_500);

/** The long run is test/malformed/run.ts. */
for (const from of ['berth', String(seed())]) {
  test(`Berth stands malformed and odd requests (seed ${from})`, async () => {
    const { faults, tally, unchanged } = await campaign({
      seed: from,
      numbers: numbersBelow(trials),
      largestBody: 500_000,
      patienceSeconds: 2,
      print: () => undefined,
    });
    process.stderr.write(
      `\nmalformed requests, seed ${from}: ${tally.trials} trials, ${faults.length} faults\n`,
    );
    assert.deepEqual(faults, []);
    assert.equal(tally.trials, trials);
    assert.ok(unchanged > 0, 'the world was never compared');
  });
}
