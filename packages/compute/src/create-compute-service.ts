import type { Authenticate } from '@berth/api-kit/caller.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import type { Policy } from '@berth/api-kit/policy.ts';
import { unavailable } from '@berth/api-kit/http-error.ts';
import { createService, type Handle } from '@berth/api-kit/service.ts';
import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { Registry } from '@berth/extra-specs/registry/registry.ts';
import { JournalError } from '@berth/ledger/journal/journal-errors.ts';
import { type HostLine, openHostLine } from './hosts/host-line.ts';
import type { App, AppSettings } from './http/app.ts';
import { novaDialect } from './http/dialect/nova-dialect.ts';
import { toHttpError } from './http/errors.ts';
import { gone } from './http/gone.ts';
import { routes } from './http/routes.ts';
import { versions } from './http/versions.ts';

/** What the service has to do with the outside, besides its ledger. */
export interface ComputeServiceSettings {
  readonly authenticate: Authenticate;
  readonly policy: Policy;
  readonly settings: AppSettings;
  readonly images: App['images'];
  readonly networks: App['networks'];
  readonly extraSpecs: () => Registry;
  readonly projectExists: App['projectExists'];
  readonly now: () => number;
  /** A uuid that nothing has. */
  readonly newId: () => string;
  /** Who is asking could not be found out; answered with 503. */
  readonly onUnavailable: (reason: string, requestId: string) => void;
  /** A bug in an endpoint, answered with 500. */
  readonly onFault: (thrown: unknown, requestId: string) => void;
}

/** The state, and the way to change it. */
export interface ComputeLedger {
  /** Now and then another one, where this process follows others and had to load again. */
  readonly cloud: () => ComputeCloud;
  readonly commit: App['commit'];
  /** The same for all services of a process; absent where no host is spoken to. */
  readonly line?: HostLine;
}

/** The compute API on a ledger. */
export function createComputeService(ledger: ComputeLedger, options: ComputeServiceSettings): Handle {
  const app: App = {
    get cloud() {
      return ledger.cloud();
    },
    commit: ledger.commit,
    policy: options.policy,
    settings: options.settings,
    images: options.images,
    line: ledger.line ?? openHostLine(ledger.cloud, () => undefined),
    networks: options.networks,
    newId: options.newId,
    get extraSpecs() {
      return options.extraSpecs();
    },
    projectExists: options.projectExists,
  };
  return createService({
    app,
    dialect: novaDialect(versions),
    endpoints: [...routes, ...gone],
    authenticate: options.authenticate,
    policy: options.policy,
    now: options.now,
    newRequestId,
    // A write that could not be stored did not happen, or nobody knows: either way the client is to ask again.
    toHttpError: (thrown) =>
      thrown instanceof JournalError ? unavailable(thrown.told) : toHttpError(thrown),
    onUnavailable: options.onUnavailable,
    onFault: options.onFault,
  });
}
