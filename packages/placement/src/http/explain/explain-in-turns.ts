import { turns } from '@berth/api-kit/turns.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import { explaining } from '@berth/engine/explain/explain.ts';
import type { ExplainBounds } from '@berth/engine/explain/explain-bounds.ts';
import type { Explanation } from '@berth/engine/explain/explanation.ts';
import type { World } from '@berth/engine/world.ts';

export interface ExplainWork extends Omit<ExplainBounds, 'isOverdue'> {
  /** How long may be worked on it; the time in which others have their turn does not count. */
  readonly deadlineMs: number;
}

/** What it takes to explain a world that goes on living. */
export interface Explainer {
  readonly clock: () => number;
  /** Another number whenever the world has changed. */
  readonly changeNumber: () => number;
}

/** Explains a request in turns with others, a few milliseconds at a time. Says how much work it was, too. */
export async function explainInTurns(
  { clock, changeNumber }: Explainer,
  world: World,
  request: CandidateRequest,
  { deadlineMs, ...bounds }: ExplainWork,
): Promise<{ readonly explanation: Explanation; readonly workMs: number }> {
  let workedMs = 0;
  let turnStart = clock();
  const inTurnMs = (): number => clock() - turnStart;
  const isOverdue = (): boolean => {
    const ms = inTurnMs();
    return workedMs + ms >= deadlineMs || ms >= holdMs;
  };
  const steps = explaining(world, request, { ...bounds, isOverdue });
  let isChanged = false;
  for (;;) {
    const step = steps.next(isChanged);
    if (step.done) return { explanation: step.value, workMs: workedMs + inTurnMs() };
    isChanged = false;
    if (inTurnMs() < turnMs) continue;
    workedMs += inTurnMs();
    const before = changeNumber();
    await turns.next();
    isChanged = changeNumber() !== before;
    turnStart = clock();
  }
}

const turnMs = 4;
/** Where it cannot stop, since the world does not stand still otherwise, nobody waits for longer than this. */
const holdMs = 40;
