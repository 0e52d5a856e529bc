import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bombs } from './bombs.ts';
import { setOffBombs } from './set-off-bombs.ts';

/** A second or so, on a machine that has something else to do as well. */
const mostMs = 2_000;

test('no single request keeps the server busy for long', async () => {
  const wrong: string[] = [];
  await setOffBombs(bombs, ({ name, status, ms, fault }) => {
    if (fault !== null || ms > mostMs)
      wrong.push(`${name}: ${status} after ${ms.toFixed(0)} ms ${fault ?? ''}`);
  });
  assert.deepEqual(wrong, []);
});
