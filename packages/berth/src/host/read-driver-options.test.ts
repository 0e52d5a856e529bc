import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDriverOptions } from './read-driver-options.ts';

test('options are had by their names, and values may have commas and equal signs in them', () => {
  assert.deepEqual(readDriverOptions(['shape=gpu-v2', 'pci=8086:1572', '10de:1eb8', 'label=a=b', 'none=']), {
    shape: 'gpu-v2',
    pci: '8086:1572,10de:1eb8',
    label: 'a=b',
    none: '',
  });
  assert.deepEqual(readDriverOptions([]), {});
});

test('a value without a name is refused', () => {
  assert.throws(() => readDriverOptions(['gpu-v2']), /'gpu-v2' is not of the form NAME=VALUE/);
});
