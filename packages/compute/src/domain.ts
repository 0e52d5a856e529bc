import { applyComputeChange } from '@berth/compute-engine/apply.ts';
import { type ComputeCommand, decideComputeCommand } from '@berth/compute-engine/decide.ts';
import { weightOfComputeChange } from '@berth/compute-engine/weight-of.ts';

/** How the ledger decides and applies what is asked of compute. */
export const computeDomain = {
  decide: decideComputeCommand,
  apply: applyComputeChange,
  /** Servers are made together, and nobody else is served meanwhile. */
  sizeOf: (command: ComputeCommand): number =>
    command.kind === 'create-servers' ? command.newIds.length : 1,
  weightOf: weightOfComputeChange,
};
