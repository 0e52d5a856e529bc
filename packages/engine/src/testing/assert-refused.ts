import assert from 'node:assert/strict';
import { type Command, decide } from '../decide.ts';
import { Refusal, type RefusalReason } from '../refusals.ts';
import type { World } from '../world.ts';

/** The command is refused for exactly this reason. */
export function assertRefused(world: World, command: Command, reason: RefusalReason): void {
  assert.throws(
    () => decide(world, command),
    (error) => {
      if (!(error instanceof Refusal)) throw error;
      assert.deepEqual(error.reason, reason);
      return true;
    },
  );
}
