import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recoveryTable } from './recovery-report.ts';

test('recovery times are told as median, nine in ten, and the longest', () => {
  const rounds = Array.from({ length: 10 }, (_, index) => ({
    kind: 'kill' as const,
    survivors: [{ readMs: index + 1, writeMs: 10 * (index + 1) }],
    victim: null,
    lastedMs: 5,
  }));
  const table = recoveryTable([{ kind: 'kill', rounds }]);
  assert.match(table, /read by all +\| +10 \| +5 \| +9 \| +10 \|/);
  assert.match(table, /write by all +\| +10 \| +50 \| +90 \| +100 \|/);
  assert.doesNotMatch(table, /itself/);
});
