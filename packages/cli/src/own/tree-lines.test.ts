import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeLines, type TreeProvider } from './tree-lines.ts';

const provider = (id: string, parent: string | null, stock: TreeProvider['stock'] = []): TreeProvider => ({
  id,
  name: `name-${id}`,
  parent,
  stock,
  traits: [],
});

const providers = [
  provider('a', null, [{ name: 'DISK_GB', used: 1, capacity: 1000 }]),
  provider('b', 'a', [{ name: 'VCPU', used: 999, capacity: 1000 }]),
  provider('c', 'b'),
  provider('d', 'a', [{ name: 'VCPU', used: 8, capacity: 8 }]),
  provider('e', null, [{ name: 'VCPU', used: 0, capacity: 0 }]),
];

test('a provider has what is below it behind branches; what is nearly full or empty is shown as neither', () => {
  assert.deepEqual(treeLines(providers, { hasColours: false, isUnicode: true }), [
    'name-a  a',
    '│  DISK_GB █░░░░░░░░░░░░░░░░░░░ 1/1000 <1%',
    '├─ name-b  b',
    '│  │  VCPU    ███████████████████░ 999/1000 99%',
    '│  └─ name-c  c',
    '└─ name-d  d',
    '      VCPU    ████████████████████ 8/8 100%',
    'name-e  e',
    '   VCPU    ░░░░░░░░░░░░░░░░░░░░ 0/0 0%',
  ]);
});

test('where letters are plain, so is the tree; bars have colours on a terminal alone', () => {
  const [first, , third] = treeLines(providers, { hasColours: false, isUnicode: false });
  assert.deepEqual([first, third], ['name-a  a', '|- name-b  b']);
  const lines = treeLines(providers, { hasColours: true, isUnicode: false });
  assert.ok(lines.some((line) => line.includes(`\x1b[31m${'#'.repeat(20)}\x1b[0m 8/8`)));
  assert.ok(lines.some((line) => line.includes(`\x1b[32m#${'.'.repeat(19)}\x1b[0m 1/1000`)));
});
