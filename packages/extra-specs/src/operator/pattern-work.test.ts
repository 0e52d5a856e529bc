import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostPatternWork, patternWork } from './pattern-work.ts';

test('what costs the engine much counts much', () => {
  assert.ok(patternWork('\\w'.repeat(10)) > 5 * patternWork('ww'.repeat(10)));
  assert.ok(patternWork('(?i)\\w') > 2 * patternWork('\\w'));
  assert.ok(patternWork('a{500}') > 1000);
  assert.ok(patternWork('a{0,500}') > 1000);
  assert.ok(patternWork('[ab]') > patternWork('abcd'));
});

test('what only looks like it counts as what it is', () => {
  assert.equal(patternWork('\\{500}'), 4 * 6 + 30);
  assert.ok(patternWork('\\\\w') < patternWork('\\w'));
});

test('a file has room for a thousand patterns of the usual kind', () => {
  assert.ok(1000 * patternWork('\\d+(-\\d+)?(,\\d+(-\\d+)?)*') < mostPatternWork);
});
