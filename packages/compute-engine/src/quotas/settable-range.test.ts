import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyComputeChange } from '../apply.ts';
import { ComputeState } from '../compute-state.ts';
import { limitedThings, type Limits } from './limits.ts';
import { setQuota } from './set-quota.ts';
import { settableRange } from './settable-range.ts';

const configured = Object.fromEntries(limitedThings.map((thing) => [thing, 20])) as Limits;

function given(project: number, users: Readonly<Record<string, number>>): ComputeState {
  const compute = new ComputeState();
  const set = (userId: string | null, cores: number) => {
    const command = { projectId: 'p', userId, limits: { cores }, isForced: true, configured };
    for (const change of setQuota(compute, { kind: 'set-quota', ...command }))
      applyComputeChange(compute, change);
  };
  set(null, project);
  for (const [userId, cores] of Object.entries(users)) set(userId, cores);
  return compute;
}

const range = (compute: ComputeState, userId: string | null) => {
  const { least, most } = settableRange(compute, { projectId: 'p', userId, configured }, 'cores');
  return [least, most];
};

const open = Number.POSITIVE_INFINITY;

test('a project has at least what its users were promised', () => {
  assert.deepEqual(range(given(20, { a: 5, b: 7 }), null), [12, open]);
});

test('a user has at most what the others were not promised', () => {
  assert.deepEqual(range(given(20, { a: 5, b: 7 }), 'a'), [0, 13]);
  assert.deepEqual(range(given(20, { a: 5, b: 7 }), 'c'), [0, 8]);
});

test('where one side has no end, or more was promised than there is, neither has the other', () => {
  assert.deepEqual(range(given(-1, { a: 5 }), null), [0, open]);
  assert.deepEqual(range(given(-1, { a: 5 }), 'a'), [0, open]);
  assert.deepEqual(range(given(4, { a: 5 }), null), [0, open]);
  assert.deepEqual(range(given(4, { a: 5 }), 'b'), [0, open]);
  assert.deepEqual(range(given(20, { a: -1 }), 'a'), [0, open]);
});

test('a user without a limit counts for one less than nothing', () => {
  assert.deepEqual(range(given(20, { a: -1 }), 'b'), [0, 21]);
});
