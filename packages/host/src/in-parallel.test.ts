import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { inParallel } from './in-parallel.ts';

test('results come in the order of the items, and no more than the limit are under way', async () => {
  let underWay = 0;
  let most = 0;
  const results = await inParallel([5, 4, 3, 2, 1, 0], 3, async (turns) => {
    underWay += 1;
    most = Math.max(most, underWay);
    for (let count = 0; count < turns; count += 1) await turn();
    underWay -= 1;
    return turns * 10;
  });
  assert.deepEqual(results, [50, 40, 30, 20, 10, 0]);
  assert.equal(most, 3);
  assert.deepEqual(await inParallel([], 3, async () => 1), []);
});

test('after a failure nothing is begun, and what was begun is over', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    for (let count = 0; count <= item; count += 1) await turn();
    ended.push(item);
    if (item === 1) throw new Error('one');
  };
  await assert.rejects(inParallel([3, 1, 2, 0], 2, work), { message: 'one' });
  assert.deepEqual(
    [begun, ended],
    [
      [3, 1],
      [1, 3],
    ],
  );
});
