import type { Authenticate } from '@berth/api-kit/caller.ts';
import { unavailable } from '@berth/api-kit/http-error.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import type { Policy } from '@berth/api-kit/policy.ts';
import { createService, type Handle } from '@berth/api-kit/service.ts';
import { JournalError } from '@berth/ledger/journal/journal-errors.ts';
import type { Images } from './domain/images-state.ts';
import type { Uploads } from './files/uploads.ts';
import type { App, AppSettings } from './http/app.ts';
import { glanceDialect } from './http/dialect/glance-dialect.ts';
import { toHttpError } from './http/errors.ts';
import { routes } from './http/routes.ts';

/** What the service has to do with the outside, besides its ledger. */
export interface ImageServiceSettings {
  readonly authenticate: Authenticate;
  readonly policy: Policy;
  readonly settings: AppSettings;
  readonly uploads: Uploads;
  readonly now: () => number;
  /** A uuid that nothing has. */
  readonly newId: () => string;
  /** Who is asking could not be found out; answered with 503. */
  readonly onUnavailable: (reason: string, requestId: string) => void;
  /** A bug in an endpoint, answered with 500. */
  readonly onFault: (thrown: unknown, requestId: string) => void;
}

/** The state, and the way to change it. */
export interface ImageLedger {
  /** Now and then another one, where this process follows others and had to load again. */
  readonly images: () => Images;
  readonly commit: App['commit'];
}

/** The image API on a ledger. */
export function createImageService(ledger: ImageLedger, options: ImageServiceSettings): Handle {
  const { policy, settings, uploads, newId } = options;
  const app: App = {
    get images() {
      return ledger.images();
    },
    commit: ledger.commit,
    policy,
    settings,
    uploads,
    newId,
  };
  return createService({
    app,
    dialect: glanceDialect,
    endpoints: routes,
    authenticate: options.authenticate,
    policy,
    now: options.now,
    newRequestId,
    // A write that could not be stored did not happen, or nobody knows: either way the client is to ask again.
    toHttpError: (thrown) =>
      thrown instanceof JournalError ? unavailable(thrown.told) : toHttpError(thrown),
    onUnavailable: options.onUnavailable,
    onFault: options.onFault,
  });
}
