import type { Authenticate } from '@berth/api-kit/caller.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import { createPolicy } from '@berth/api-kit/policy/enforcer.ts';
import { createService, type Handle } from '@berth/api-kit/service.ts';
import { novaDialect } from '../../../http/dialect/nova-dialect.ts';
import type { App } from './app.ts';
import { endpoints } from './endpoints.ts';
import { rules } from './rules.ts';
import { versions } from './versions.ts';

/** A service in Nova's manner that keeps servers in memory: it shows that the kit serves more than Placement. */
export function serversService(): Handle {
  const app: App = { servers: new Map(), newId: () => crypto.randomUUID() };
  return createService({
    app,
    dialect: novaDialect(versions),
    endpoints,
    authenticate,
    policy: createPolicy({ defaults: rules, enforceNewDefaults: true, enforceScope: false }),
    now: Date.now,
    newRequestId,
    toHttpError: () => null,
    onUnavailable: () => {},
    onFault: (thrown) => {
      throw thrown;
    },
  });
}

/** Tokens say who their bearer is, as those of the original on hand do: USER:PROJECT, `admin`, and USER::ROLES without a project. */
const authenticate: Authenticate = (headers) => {
  const token = headers['x-auth-token'];
  if (!token) return { kind: 'unauthenticated', challenge: 'Keystone uri="http://127.0.0.1/identity"' };
  const [userId = '', project = userId] = token.split(':');
  const projectId = project === '' ? null : project;
  const roles = userId === 'admin' ? ['admin', 'member', 'reader'] : ['member', 'reader'];
  return {
    kind: 'caller',
    caller: { userId, projectId, domainId: null, roles, systemScope: null, isServiceToken: false },
  };
};
