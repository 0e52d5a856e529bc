import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainValue } from './plain-value.ts';

test('words without quotes mean what they mean in YAML 1.1', () => {
  for (const [word, value] of [
    ['', null],
    ['~', null],
    ['Null', null],
    ['yes', true],
    ['Off', false],
    ['y', 'y'],
    ['10', 10],
    ['-1_000', -1000],
    ['010', 8],
    ['08', '08'],
    ['0o10', '0o10'],
    ['0x1f', 31],
    ['0b11', 3],
    ['1:30', 90],
    ['1.5', 1.5],
    ['1.', 1],
    ['.5', 0.5],
    ['1.5e+3', 1500],
    ['1e3', '1e3'],
    ['-.inf', Number.NEGATIVE_INFINITY],
    ['.nan', Number.NaN],
    ['1.0.0', '1.0.0'],
    ['CUSTOM_A', 'CUSTOM_A'],
  ] as const) {
    assert.deepEqual(plainValue(word), value, word);
  }
  assert.ok(plainValue('2001-12-14') instanceof Date);
});
