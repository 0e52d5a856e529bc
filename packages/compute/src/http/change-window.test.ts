import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeWindow, withWholeSeconds } from './change-window.ts';

const at = (text: string) => Date.parse(text);

test('a server that shows the very second of a bound is in the window, whatever the milliseconds', () => {
  const [since, before] = ['2026-01-01T00:00:05Z', '2026-01-01T00:00:07Z'];
  const window = changeWindow(since, before) ?? assert.fail();
  assert.deepEqual(withWholeSeconds(window), { since: at(since), before: at('2026-01-01T00:00:07.999Z') });
});

test('a bound within a second is exact', () => {
  const text = '2026-01-01T00:00:05.5Z';
  const window = changeWindow(text, text) ?? assert.fail();
  assert.deepEqual(withWholeSeconds(window), { since: at(text), before: at(text) });
});
