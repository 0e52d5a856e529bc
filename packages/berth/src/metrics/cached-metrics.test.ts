import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachedMetrics } from './cached-metrics.ts';

function metrics() {
  const made: PromiseWithResolvers<string>[] = [];
  let now = 0;
  const cached = cachedMetrics(
    {
      contentType: 'text/plain',
      measuring: (handle) => handle,
      render: () => {
        made.push(Promise.withResolvers());
        return (made.at(-1) as PromiseWithResolvers<string>).promise;
      },
    },
    1_000,
    () => now,
  );
  return { cached, made, pass: (ms: number) => void (now += ms) };
}

test('metrics are made once for all who ask within a second', async () => {
  const { cached, made, pass } = metrics();
  const asked = [cached.render(), cached.render()];
  // However long it takes: nobody asks for them a second time meanwhile.
  pass(5_000);
  asked.push(cached.render());
  assert.equal(made.length, 1);
  made[0]?.resolve('one');
  const answers = await Promise.all(asked);
  assert.deepEqual(answers.map(String), ['one', 'one', 'one']);
  pass(999);
  // The very same bytes.
  assert.equal(await cached.render(), answers[0]);
  pass(1);
  const next = cached.render();
  made[1]?.resolve('two');
  assert.equal(String(await next), 'two');
  assert.equal(made.length, 2);
});

test('a failure is told to who asked, and is not kept', async () => {
  const { cached, made } = metrics();
  const asked = cached.render();
  made[0]?.reject(new Error('a worker is gone'));
  await assert.rejects(Promise.resolve(asked), /gone/);
  const next = cached.render();
  made[1]?.resolve('two');
  assert.equal(String(await next), 'two');
});
