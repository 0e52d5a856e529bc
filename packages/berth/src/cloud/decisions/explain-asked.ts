import { Refusal } from '@berth/engine/refusals.ts';
import type { World } from '@berth/engine/world.ts';
import { type AskedOfPlacement, requestOf } from '@berth/compute-engine/scheduler/decision.ts';
import { type Explainer, explainInTurns } from '@berth/placement/http/explain/explain-in-turns.ts';
import type { Explained } from '@berth/placement/http/explain/explanation-view.ts';
import { queryOf } from '@berth/placement/http/explain/query-of.ts';

/** How long may be worked on it, and how much it tells. */
export interface ExplainedBounds {
  readonly deadlineMs: number;
  readonly nearestMax: number;
  readonly relaxationsMax: number;
  readonly candidatesMax: number;
}

/** What there is for a server in Placement as it is now; null where a name that was asked for means nothing (any more). */
export async function explainAsked(
  explainer: Explainer,
  world: World,
  asked: AskedOfPlacement,
  bounds: ExplainedBounds,
): Promise<(Explained & { readonly workMs: number }) | null> {
  const request = requestOf(asked);
  try {
    const { explanation, workMs } = await explainInTurns(explainer, world, request, {
      ...bounds,
      mayAskRoot: true,
    });
    return { request, limit: null, explanation, workMs };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** How it would be asked of Placement. */
export function queryOfAsked(asked: AskedOfPlacement): string {
  return queryOf(requestOf(asked), null);
}
