import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import { createService, type Handle } from '@berth/api-kit/service.ts';
import { toUnavailable } from '@berth/placement/http/to-unavailable.ts';
import { ownDialect } from '../../own-api/own-dialect.ts';
import type { Surroundings } from '../../serving/surroundings.ts';
import type { ComputeLedger } from '../compute-ledger.ts';
import { DecisionExplainer } from './decision-explainer.ts';
import { type DecisionApp, listDecisions } from './list-decisions.ts';

export function isAboutDecisions({ target }: Pick<ApiRequest, 'target'>): boolean {
  return target.startsWith('/berth/v1/servers/');
}

/** Why servers are where they are: of compute, but explained by Placement. */
export function serveDecisions(
  { world, feed }: ComputeLedger,
  { config, live, authenticate, now, clock, onUnavailable, onFault }: Surroundings,
): Handle {
  const app: DecisionApp = {
    get cloud() {
      return world();
    },
    policy: live.policies.compute,
    explainer: { clock, changeNumber: () => feed.lastNumber },
    bounds: {
      deadlineMs: config.explainDeadlineMs,
      nearestMax: config.explainNearest,
      relaxationsMax: config.explainRelaxations,
      candidatesMax: 1000,
    },
  };
  return createService({
    app,
    dialect: ownDialect,
    endpoints: [listDecisions],
    authenticate,
    policy: live.policies.compute,
    now,
    newRequestId,
    toHttpError: toUnavailable,
    onUnavailable,
    onFault,
  });
}

/** The same ledger, where it is found out afterwards why servers have no host. */
export function explainingDecisions(ledger: ComputeLedger, { clock, log }: Surroundings): ComputeLedger {
  const { world, commit, feed } = ledger;
  const explainer = new DecisionExplainer({
    world: () => world().placement,
    keep: (command) => commit(command, () => undefined),
    explainer: { clock, changeNumber: () => feed.lastNumber },
    log,
  });
  return {
    ...ledger,
    commit: (command, read) =>
      commit(command, (cloud, changes) => {
        void explainer.note(changes);
        return read(cloud, changes);
      }),
  };
}
