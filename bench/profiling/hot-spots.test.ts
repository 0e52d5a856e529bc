import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hotSpots } from './hot-spots.ts';

test('time is summed by function, most first, and waiting is left out', () => {
  const node = (id: number, functionName: string, url = '', lineNumber = -1) => ({
    id,
    callFrame: { functionName, url, lineNumber },
  });
  const profile = {
    nodes: [
      node(1, '(idle)'),
      node(2, 'append', 'file:///checkout/packages/ledger/src/a.ts', 9),
      node(3, 'append', 'file:///checkout/packages/ledger/src/a.ts', 9),
      node(4, '(garbage collector)'),
      node(5, '', 'node:internal/timers', 3),
    ],
    samples: [1, 2, 3, 4, 5],
    timeDeltas: [500, 30, 40, 20, 10],
  };
  assert.deepEqual(hotSpots(JSON.stringify(profile), '/checkout'), [
    { name: 'append', place: 'packages/ledger/src/a.ts:10', share: 0.7 },
    { name: '(garbage collector)', place: '', share: 0.2 },
    { name: '(anonymous)', place: 'node:internal/timers', share: 0.1 },
  ]);
});
