import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostnameLike } from './hostname-like.ts';

for (const [pattern, name, isLike] of [
  ['host', 'host1', true],
  ['st1', 'host1', true],
  ['HOST', 'host1', true],
  ['host', 'HOST1', true],
  ['host2', 'host1', false],
  ['', 'host1', true],
  ['h_st', 'host1', true],
  ['host__', 'host1', false],
  ['h%1', 'host1', true],
  ['1%h', 'host1', false],
  ['%', '', true],
  ['o%o', 'host1', false],
  ['h.st', 'host1', false],
  ['Ä', 'ä', false],
] as const) {
  test(`'${pattern}' is ${isLike ? '' : 'not '}in '${name}'`, () => {
    assert.equal(hostnameLike(pattern)(name), isLike);
  });
}

test('a pattern of many parts is looked for in the time that its length takes', () => {
  const startedMs = performance.now();
  assert.equal(hostnameLike('a%'.repeat(20_000))('a'.repeat(200)), false);
  assert.ok(performance.now() - startedMs < 1_000);
});
