import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Search } from '@berth/engine/candidates/search.ts';
import { paused, Work } from '@berth/engine/candidates/work.ts';
import { given } from '@berth/engine/testing/given.ts';
import { parseQuery } from '@berth/engine/testing/parse-query.ts';
import { knownSearches } from './known-searches.ts';

/** Steps, not milliseconds: some thousand of them are one, on any machine. */
const stepsMax = 50_000_000;
const stepsAtOnceMax = 200_000;

for (const { name, world, query, limit, found } of knownSearches) {
  test(`${name}: it pauses often, and ends`, () => {
    const work = new Work({ stepsMax, isTimeUp: () => true });
    const search = new Search(given(world), parseQuery(query), { work });
    let count = 0;
    let longest = 0;
    let before = 0;
    while (count < limit) {
      const step = search.step();
      if (step === null) break;
      if (step !== paused) count++;
      longest = Math.max(longest, work.spent - before);
      before = work.spent;
    }
    assert.ok(longest < stepsAtOnceMax, `${longest} steps at once`);
    assert.ok(work.spent < stepsMax + stepsAtOnceMax, `${work.spent} steps`);
    if (found === 'as much as the budget allows') assert.equal(search.isCut, true);
    else assert.deepEqual([count, search.isCut], [found, false]);
  });
}
