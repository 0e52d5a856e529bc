import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attacks } from './attacks.ts';
import { carryOut } from './carry-out.ts';

/** Short versions, without a look at the clock; the whole is test/overload/run.ts. */
for (const attack of attacks) {
  test(`${attack.does} (${attack.name})`, async () => {
    const { seen, survived, output } = await carryOut(attack, 0.1);
    assert.ok(survived, `it did not survive:\n${output.slice(-2_000)}`);
    assert.ok(seen.growthMb <= attack.growthMbMax, `it grew by ${seen.growthMb} MB`);
  });
}
