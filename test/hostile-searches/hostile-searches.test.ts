import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterAllCases, runsOf, seed } from '@berth/testing/random-cases.ts';
import { Prng } from '@berth/testing/prng.ts';
import { Climb } from './climb.ts';
import { compare } from './compare.ts';
import { randomGenes } from './genes.ts';

/* Short versions, without a look at the clock; the whole is test/hostile-searches/run.ts. */

test('hostile searches in small worlds find what the reference does, all of it, in small steps', () => {
  const random = new Prng(`small hostile searches ${seed()}`);
  let comparedCount = 0;
  let foundCount = 0;
  for (let round = 0; round < runsOf(400); round++) {
    const compared = compare(randomGenes(random));
    if (compared === null) continue;
    const { found, expected, isCut, longestSteps, query } = compared;
    assert.deepEqual(found, expected, query);
    assert.equal(isCut, false, query);
    // Some looks ahead are made at once; they are bounded themselves.
    assert.ok(longestSteps < 50_000, `${longestSteps} steps at once: ${query}`);
    comparedCount++;
    if (found.length > 0) foundCount++;
  }
  afterAllCases(() =>
    assert.ok(
      comparedCount > 100 && foundCount > 20,
      `${comparedCount} compared, ${foundCount} with candidates`,
    ),
  );
});

test('hostile searches in larger worlds come to an end, or to that of their budget', () => {
  const climb = new Climb(new Prng(`hostile searches ${seed()}`), 1_000);
  for (let round = 0; round < runsOf(12); round++) {
    const { hold, query } = climb.step();
    assert.ok(hold.refused !== null || hold.isLeft || hold.bytes > 0, query.slice(0, 500));
  }
});
