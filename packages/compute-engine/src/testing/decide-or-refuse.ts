import { WorldState } from '@berth/engine/world.ts';
import { type ComputeChange, isComputeChange } from '../changes.ts';
import type { ComputeState } from '../compute-state.ts';
import { type ComputeCommand, decideComputeCommand } from '../decide.ts';
import { ComputeRefusal } from '../refusals.ts';

/** What a command changes of compute, where Placement has nothing; none: refused. */
export function decideOrRefuse(compute: ComputeState, command: ComputeCommand): readonly ComputeChange[] {
  try {
    const changes = decideComputeCommand({ placement: new WorldState(), compute }, command);
    return changes.filter((change) => isComputeChange(change));
  } catch (error) {
    if (error instanceof ComputeRefusal) return [];
    throw error;
  }
}
