import { applyComputeChange } from '@berth/compute-engine/apply.ts';
import { type ComputeCommand, decideComputeCommand } from '@berth/compute-engine/decide.ts';
import { movesAtOnce, pageCount } from '@berth/compute-engine/plans/plan.ts';
import { weightOfComputeChange } from '@berth/compute-engine/weight-of.ts';

/** How the ledger decides and applies what is asked of compute. */
export const computeDomain = {
  decide: decideComputeCommand,
  apply: applyComputeChange,
  sizeOf,
  weightOf: weightOfComputeChange,
};

/** What is made together is written together, and nobody else is served meanwhile. */
function sizeOf(command: ComputeCommand): number {
  if (command.kind === 'create-servers') return command.newIds.length;
  if (command.kind === 'create-plan') return 1 + pagesOfSome(command.draft.moves.length);
  return command.kind === 'add-plan-moves' ? 1 + pagesOfSome(command.moves.length) : 1;
}

function pagesOfSome(moveCount: number): number {
  return pageCount({ moveCount: Math.min(moveCount, movesAtOnce) });
}
