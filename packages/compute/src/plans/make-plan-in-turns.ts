import { turns } from '@berth/api-kit/turns.ts';
import type { PlanDraft } from '@berth/compute-engine/plans/plan-draft.ts';
import type { Steps } from '@berth/engine/explain/steps.ts';

export interface PlanMaking {
  readonly clock: () => number;
  /** Another number whenever the cloud has changed. */
  readonly changeNumber: () => number;
  /** Whether nobody waits for it any more. */
  readonly hasLeft: () => boolean;
}

/** Makes a plan in turns with others, a few milliseconds at a time. Null: nobody waits for it any more. */
export async function makePlanInTurns(
  steps: Steps<PlanDraft>,
  { clock, changeNumber, hasLeft }: PlanMaking,
): Promise<PlanDraft | null> {
  let turnStart = clock();
  let isChanged = false;
  for (;;) {
    const step = steps.next(isChanged);
    if (step.done) return step.value;
    isChanged = false;
    if (clock() - turnStart < turnMs) continue;
    const before = changeNumber();
    await turns.next();
    if (hasLeft()) return null;
    isChanged = changeNumber() !== before;
    turnStart = clock();
  }
}

const turnMs = 4;
