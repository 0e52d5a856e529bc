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
        roles: [...new Set(given.split(',').flatMap((role) => withImplied(role.trim())))],
        systemScope: project === '' ? 'all' : null,
        isServiceToken: false,
      },
    };
  };
}

/** As in every Keystone: administrators are members, and members are readers. */
function withImplied(role: string): readonly string[] {
  const order = ['admin', 'member', 'reader'];
  return order.includes(role) ? order.slice(order.indexOf(role)) : [role];
}
