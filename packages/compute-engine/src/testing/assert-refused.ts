import assert from 'node:assert/strict';
import { ComputeRefusal, type ComputeRefusalReason } from '../refusals.ts';

/** It is refused, for this reason. */
export function assertRefused(act: () => unknown, reason: ComputeRefusalReason): void {
  assert.throws(act, (thrown) => {
    assert.ok(thrown instanceof ComputeRefusal, String(thrown));
    assert.deepEqual(thrown.reason, reason);
    return true;
  });
}
