import { nobody } from '@berth/api-kit/caller.ts';
import { unavailable } from '@berth/api-kit/http-error.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import { createService, type Handle } from '@berth/api-kit/service.ts';
import { JournalError } from '@berth/ledger/journal/journal-errors.ts';
import type { App } from './http/app.ts';
import { keystoneDialect } from './http/dialect/keystone-dialect.ts';
import { toHttpError } from './http/errors.ts';
import { routes } from './http/routes.ts';
import { tokenCaller } from './tokens/token-caller.ts';
import { goodToken } from './tokens/token-verdict.ts';

/** What the service has to do with the outside. */
export interface IdentityServiceSettings {
  readonly now: () => number;
  /** A bug in an endpoint, answered with 500. */
  readonly onFault: (thrown: unknown, requestId: string) => void;
}

/** The identity API on a ledger. */
export function createIdentityService(app: App, { now, onFault }: IdentityServiceSettings): Handle {
  return createService({
    app,
    dialect: keystoneDialect,
    endpoints: routes,
    // Who has no token, or a bad one, is nobody: what is for nobody else says so.
    authenticate: (headers) => {
      const text = headers['x-auth-token']?.trim();
      const token = text ? goodToken(app.identity, text, now()) : null;
      return { kind: 'caller', caller: token === null ? nobody : tokenCaller(token) };
    },
    policy: app.policy,
    now,
    newRequestId,
    // A write that could not be stored did not happen, or nobody knows: either way the client is to ask again.
    toHttpError: (thrown) =>
      thrown instanceof JournalError ? unavailable(thrown.told) : toHttpError(thrown),
    onUnavailable: () => {},
    onFault,
  });
}
