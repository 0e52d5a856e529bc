import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseCpuList } from './cpu-list.ts';
import { KernelFiles } from './kernel-files.ts';
import { isChosen, parsePciFilter } from './pci-filter.ts';

test('lists of CPUs are read as the kernel writes them, and nothing else', () => {
  assert.deepEqual(parseCpuList('0-2,8'), new Set([0, 1, 2, 8]));
  assert.deepEqual(parseCpuList(''), new Set());
  for (const text of ['3-1', '0-99999', '1,', 'all', '-1', '0x3'])
    assert.equal(parseCpuList(text), null, text);
});

test('a filter chooses devices by product, by address, or by both', () => {
  const device = { address: '0000:81:02.1', vendor: '8086', product: '154c' };
  for (const [filter, isIt] of [
    ['8086:154c', true],
    ['8086:154C', true],
    ['8086:*', true],
    ['*:*', true],
    ['8086:1572', false],
    ['@0000:81:*', true],
    ['@0000:8?:02.1', true],
    ['@0000:82:*', false],
    ['@*.0', false],
    ['8086:154c@0000:81:*', true],
    ['15b3:*@0000:81:*', false],
  ] as const) {
    assert.equal(
      isChosen(
        [parsePciFilter(filter)].filter((each) => each !== null),
        device,
      ),
      isIt,
      filter,
    );
  }
  for (const text of ['', '@', '8086', '8086:154', '0000:81:02.1', 'x@0000:81:*', '@(a+)+$']) {
    assert.equal(parsePciFilter(text), null, text);
  }
});

test('a file without end is given up, and a file that is none is told of', (context) => {
  const root = mkdtempSync(join(tmpdir(), 'berth-kernel-'));
  context.after(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'large'), '');
  truncateSync(join(root, 'large'), 17 * 1024 * 1024);
  mkdirSync(join(root, 'directory'));
  const warnings: string[] = [];
  const files = new KernelFiles(root, (text) => void warnings.push(text));
  assert.deepEqual(
    [files.text('/large'), files.text('/directory'), files.text('/nowhere/at/all')],
    [null, null, null],
  );
  assert.deepEqual(warnings, [
    '/large: cannot be read (has more than 16777216 bytes); it is left out',
    '/directory: cannot be read (is not a file); it is left out',
  ]);
});
