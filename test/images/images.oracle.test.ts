import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasGlance } from '@berth/compute/testing/glance/real-glance.ts';
import { seed } from '@berth/testing/random-cases.ts';
import { comparison } from './comparison.ts';

test('random requests are answered as the original answers them', async (t) => {
  if (!hasGlance(t)) return;
  let told = '';
  const { byStatus, unexplained } = await comparison(100, String(seed()), (text) => {
    told += text;
  });
  assert.equal(unexplained, 0, told);
  assert.ok(byStatus.size > 5, 'answers of all kinds came up');
});
