import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FewAtOnce } from './few-at-once.ts';

test('no more than a bound is under way, whatever becomes of it', async () => {
  const few = new FewAtOnce(2, () => new Error('later'));
  const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const running = [few.run(() => first.promise), few.run(() => second.promise)];
  await assert.rejects(
    few.run(async () => 3),
    /^Error: later$/,
  );
  first.resolve(1);
  assert.equal(await running[0], 1);
  assert.equal(await few.run(async () => 3), 3);
  second.reject(new Error('failed'));
  await assert.rejects(running[1] as Promise<number>, /^Error: failed$/);
  assert.deepEqual(await Promise.all([few.run(async () => 4), few.run(async () => 5)]), [4, 5]);
});
