import type { Authenticate } from '@berth/api-kit/caller.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import type { Policy } from '@berth/api-kit/policy.ts';
import { createService, type Handle } from '@berth/api-kit/service.ts';
import type { World } from '@berth/engine/world.ts';
import type { App, AppLog, AppSettings } from './http/app.ts';
import { CutSearches } from './http/allocation-candidates/cut-searches.ts';
import { placementDialect } from './http/dialect/placement-dialect.ts';
import { toHttpError } from './http/errors.ts';
import { toUnavailable } from './http/to-unavailable.ts';
import { type EmptyAnswerReason, EmptyAnswers } from './http/explain/empty-answers.ts';
import { routes } from './http/routes.ts';

/** What the service has to do with the outside, besides its ledger. */
export interface ServiceSettings {
  readonly authenticate: Authenticate;
  readonly policy: Policy;
  readonly settings: AppSettings;
  readonly now?: () => number;
  /** How long things take: milliseconds since some moment, never going back. */
  readonly clock?: () => number;
  /** Where endpoints tell what is not for clients, as why there were no candidates; nowhere unless given. */
  readonly log?: AppLog;
  /** Told of every answer without candidates, with the kind of rule that excluded most trees, where that was found out. */
  readonly onEmptyAnswer?: (reason: EmptyAnswerReason) => void;
  /** See `App.onSearchCut`. */
  readonly onSearchCut?: () => void;
  /** Who is asking could not be found out; answered with 503. */
  readonly onUnavailable: (reason: string, requestId: string) => void;
  /** A bug in an endpoint, answered with 500. */
  readonly onFault: (thrown: unknown, requestId: string) => void;
}

/** The state, and the way to change it. */
export interface ServiceLedger {
  /** Now and then another one, where this process follows others and had to load again. */
  readonly world: () => World;
  readonly commit: App['commit'];
  readonly changeNumber: App['changeNumber'];
}

/** The Placement API on a ledger. */
export function createPlacementService(ledger: ServiceLedger, options: ServiceSettings): Handle {
  const now = options.now ?? Date.now;
  const clock = options.clock ?? (() => performance.now());
  const app: App = {
    get world() {
      return ledger.world();
    },
    commit: ledger.commit,
    changeNumber: ledger.changeNumber,
    settings: options.settings,
    policy: options.policy,
    now,
    log: options.log ?? null,
    emptyAnswers: new EmptyAnswers(
      options.settings.explain,
      options.log ?? null,
      { clock, changeNumber: ledger.changeNumber },
      options.onEmptyAnswer,
    ),
    onSearchCut: options.onSearchCut ?? (() => {}),
    cutSearches: new CutSearches(),
    clock,
  };
  return createService({
    app,
    dialect: placementDialect,
    endpoints: routes,
    authenticate: options.authenticate,
    policy: options.policy,
    now,
    newRequestId,
    toHttpError: (thrown) => toHttpError(thrown) ?? toUnavailable(thrown),
    onUnavailable: options.onUnavailable,
    onFault: options.onFault,
  });
}
