import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something to be so, but not for ever. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const givenUpAt = performance.now() + 60_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < givenUpAt, `not in time: ${isSo.toString()}`);
    await sleep(5);
  }
}
