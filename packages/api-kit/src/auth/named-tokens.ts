import type { Authenticate } from '../caller.ts';

/**
 * Believes what a token says of its bearer: USER, USER:PROJECT or USER:PROJECT:ROLE,ROLE, and USER::ROLE for the whole system. Whoever names
 * no role is a member, and `admin` is what it says. For tests and trials, as noauth2 is; but a token is all it takes, so that every
 * client of OpenStack's can be anybody.
 */
export function namedTokens(): Authenticate {
  return (headers) => {
    const token = headers['x-auth-token'];
    if (!token) return { kind: 'unauthenticated', challenge: 'Keystone uri="http://127.0.0.1/identity"' };
    const [user = '', project = user, roles = user === 'admin' ? 'admin' : 'member'] = token.split(':');
    const given = headers['x-roles'] ?? roles;
    return {
      kind: 'caller',
      caller: {
        userId: user,
        projectId: project === '' ? null : project,
        domainId: null,
        roles: rolesIn(given),
        systemScope: project === '' ? 'all' : null,
        isServiceToken: false,
      },
    };
  };
}

function rolesIn(given: string): readonly string[] {
  if (!given.includes(',')) return withImplied(given.trim());
  return [...new Set(given.split(',').flatMap((role) => withImplied(role.trim())))];
}

/** As in every Keystone: administrators are members, and members are readers. */
function withImplied(role: string): readonly string[] {
  return implying.get(role) ?? [role];
}

const implying: ReadonlyMap<string, readonly string[]> = new Map([
  ['admin', ['admin', 'member', 'reader']],
  ['member', ['member', 'reader']],
]);
