import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DirectoryWatch } from './directory-watch.ts';
import { describeIssue, type SchemaIssue } from './schema-issue.ts';

test('what cannot be watched is told, and the rest is watched', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'extra-specs-'));
  const issues: SchemaIssue[] = [];
  const changes: number[] = [];
  const full = Object.assign(new Error('ENOSPC: no more'), { code: 'ENOSPC', syscall: 'watch' });
  const open = ((path: string, options: object, listener: () => void) => {
    if (path === dirname(directory)) throw full;
    return watch(path, options, listener);
  }) as typeof watch;
  const watched = new DirectoryWatch(
    {
      paths: [directory],
      settleMs: 10,
      onChange: () => changes.push(performance.now()),
      onIssue: (issue) => issues.push(issue),
    },
    open,
  );
  try {
    assert.deepEqual(issues.map(describeIssue), [
      `${dirname(directory)}: warning: changes in here are not noticed: cannot be read: ENOSPC: no more`,
    ]);
    writeFileSync(join(directory, 'a.yaml'), '');
    const deadline = performance.now() + 60_000;
    while (changes.length === 0 && performance.now() < deadline) await sleep(5);
    assert.ok(changes.length > 0);
    assert.equal(issues.length, 1);
  } finally {
    watched.close();
    rmSync(directory, { recursive: true });
  }
});
