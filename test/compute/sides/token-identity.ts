import type { Authenticate } from '@berth/api-kit/caller.ts';

/** Tokens that say who their bearer is, as the original on hand takes them: `admin`, USER:PROJECT, USER:PROJECT:ROLE,ROLE, and USER::ROLES for the system. */
export const tokenIdentity: Authenticate = (headers) => {
  const token = headers['x-auth-token'];
  if (!token) return { kind: 'unauthenticated', challenge: 'Keystone uri="http://127.0.0.1/identity"' };
  const [userId = '', project, roles] = token.split(':');
  const projectId = project === undefined ? userId : project;
  const given = roles ?? (userId === 'admin' ? 'admin' : 'member');
  return {
    kind: 'caller',
    caller: {
      userId,
      projectId: projectId === '' ? null : projectId,
      domainId: null,
      roles: [...new Set(given.split(',').flatMap((role) => implied.get(role) ?? [role]))],
      systemScope: projectId === '' ? 'all' : null,
      isServiceToken: false,
    },
  };
};

const implied: ReadonlyMap<string, readonly string[]> = new Map([
  ['admin', ['admin', 'member', 'reader']],
  ['member', ['member', 'reader']],
]);
