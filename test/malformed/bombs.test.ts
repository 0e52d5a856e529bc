import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bombs } from './bombs.ts';
import { setOffBombs } from './set-off-bombs.ts';

/** A second or so, on a machine that has something else to do as well. */
const mostMs = 2_000;

/** Known to take longer: what is wrong with a body is written down in full, and markup is looked for in it. */
const tooSlow: ReadonlySet<string> = new Set([
  '4 million numbers for aggregates',
  '2.7 million lists for aggregates',
  '2.7 million objects for aggregates',
  'lists nested 4 million deep',
  '700,000 unknown members',
  'a name of 4 million words',
  'a name of 4 million line feeds',
  'a name of 2.7 million quotes of both kinds',
  'a name of 2.8 million separators',
  'a name of 1.4 million halves of characters',
  'a name of 60,000 "<"',
  'a content-type of 60,000 "<"',
]);

test('no single request keeps the server busy for long', async () => {
  const tried = bombs.filter(({ name }) => !tooSlow.has(name));
  const wrong: string[] = [];
  await setOffBombs(tried, ({ name, status, ms, fault }) => {
    if (fault !== null || ms > mostMs)
      wrong.push(`${name}: ${status} after ${ms.toFixed(0)} ms ${fault ?? ''}`);
  });
  assert.deepEqual(wrong, []);
});
