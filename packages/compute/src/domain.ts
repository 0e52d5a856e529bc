import { applyComputeChange } from '@berth/compute-engine/apply.ts';
import { decideComputeCommand } from '@berth/compute-engine/decide.ts';
import { weightOfComputeChange } from '@berth/compute-engine/weight-of.ts';

/** How the ledger decides and applies what is asked of compute. */
export const computeDomain = {
  decide: decideComputeCommand,
  apply: applyComputeChange,
  sizeOf: () => 1,
  weightOf: weightOfComputeChange,
};
