import type { Answer, Context, Endpoint } from '@berth/api-kit/endpoint.ts';
import type { Policy } from '@berth/api-kit/policy.ts';
import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { PastDecision } from '@berth/compute-engine/decisions/decision-log.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { decisionLines, summaryLines } from '@berth/compute/http/decisions/decision-text.ts';
import { decisionSummary, decisionView } from '@berth/compute/http/decisions/decision-view.ts';
import { findServerOrDeleted, targetOf } from '@berth/compute/http/servers/find-server.ts';
import type { Explainer } from '@berth/placement/http/explain/explain-in-turns.ts';
import { explanationText } from '@berth/placement/http/explain/explanation-text.ts';
import { type Explained, explanationView } from '@berth/placement/http/explain/explanation-view.ts';
import { explainAsked, type ExplainedBounds, queryOfAsked } from './explain-asked.ts';

export interface DecisionApp {
  readonly cloud: ComputeCloud;
  readonly policy: Policy;
  readonly explainer: Explainer;
  readonly bounds: ExplainedBounds;
}

/**
 * What was decided about the place of a server, the newest first; there are few of them (`decisionsMax`), so there are no pages. Where the newest
 * says that Placement had no room, it is told what there is now.
 */
export const listDecisions: Endpoint<DecisionApp, string, unknown, Server> = {
  route: 'GET /berth/v1/servers/{server_id}/decisions',
  gives: 'json or text',
  find: findServerOrDeleted,
  policy: 'berth:servers:decisions',
  target: targetOf,
  takesTurns: true,
  run: async (context, server): Promise<Answer> => {
    const { app, caller, mediaType } = context;
    const decisions = app.cloud.compute.decisionLogs.get(server.id)?.decisions.toReversed() ?? [];
    const seesAll = app.policy.allows('berth:servers:decisions:hosts', caller, targetOf(context, server));
    const now = seesAll ? await explainedNow(context, decisions) : null;
    if (mediaType === 'text/plain') {
      const body = page(server, decisions, seesAll, now);
      return { status: 200, body, contentType: 'text/plain; charset=utf-8' };
    }
    const views = decisions.map((decision) =>
      seesAll ? decisionView(decision, queryOfAsked) : decisionSummary(decision),
    );
    const told = now ? { explained_now: explanationView(now, true) } : {};
    return { status: 200, body: JSON.stringify({ server_id: server.id, decisions: views, ...told }) };
  },
};

async function explainedNow(
  { app: { cloud, explainer, bounds } }: Context<DecisionApp>,
  [newest]: readonly PastDecision[],
): Promise<Explained | null> {
  if (!newest || newest.asked === null) return null;
  return await explainAsked(explainer, cloud.placement, newest.asked, bounds);
}

function page(
  { id, name }: Server,
  decisions: readonly PastDecision[],
  seesAll: boolean,
  now: Explained | null,
): string {
  const count = `${decisions.length} decision${decisions.length === 1 ? '' : 's'}`;
  const lines = decisions.flatMap((decision) => [
    '',
    ...(seesAll ? decisionLines(decision, queryOfAsked) : summaryLines(decision)),
  ]);
  const text = [`Server ${id} (${name}): ${count}.`, ...lines, ''].join('\n');
  return now === null ? text : `${text}\nPlacement as it is now: ${explanationText(now, true)}`;
}
