import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '@berth/engine/changes.ts';
import type { TraitName } from '@berth/engine/ids.ts';
import { reportLoss } from './report-loss.ts';

test('every change that is lost is in the log, some to a line, after how many there are', () => {
  const lines: Record<string, unknown>[] = [];
  const changes = Array.from({ length: 45 }, (_, index) => ({
    number: 7 + index,
    at: 0,
    hash: 'h',
    change: { kind: 'trait-removed', name: `CUSTOM_${index}` as TraitName } satisfies Change,
  }));
  const loss = { changes, isComplete: false, numberBefore: 51, numberNow: 6, hasLed: true };
  const error = (facts: unknown) => lines.push({ ...(facts as object) });
  reportLoss(loss, { error });
  assert.deepEqual(lines[0], { count: 45, isComplete: false, before: 51, now: 6, hasLed: true });
  const lost = lines.slice(1).map((line) => line['lost'] as { number: number; at: string; change: Change }[]);
  assert.deepEqual(
    lost.map(({ length }) => length),
    [20, 20, 5],
  );
  assert.deepEqual(
    lost.flat().map(({ number, change }) => [number, change]),
    changes.map(({ number, change }) => [number, change]),
  );
  assert.equal(lost[0]?.[0]?.at, '1970-01-01T00:00:00.000Z');
});
