import { apply } from '../apply.ts';
import type { Change } from '../changes.ts';
import { type Command, decide } from '../decide.ts';
import type { WorldState } from '../world.ts';

export interface CarriedOut {
  readonly changes: readonly Change[];
  /** What takes the changes back, applied from the last to the first. */
  readonly inverses: readonly Change[];
}

/** Decides a command and makes it true, as a commit does. */
export function carryOut(world: WorldState, command: Command): CarriedOut {
  const changes = decide(world, command);
  return { changes, inverses: changes.map((change) => apply(world, change)) };
}
