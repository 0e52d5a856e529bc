import { noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import { isObject } from '@berth/api-kit/json/json-type.ts';
import { found } from '../../domain/found.ts';
import type { User } from '../../domain/users/user.ts';
import { recognize, unauthorized } from '../../login/log-in.ts';
import { endpoint, type IdentityContext, type IdentityEndpoint } from '../endpoint.ts';
import { filtered } from '../filters.ts';
import { groupView } from '../groups/group-view.ts';
import { listAnswer } from '../list-answer.ts';
import { ofOwnDomain } from '../of-own-domain.ts';
import { projectView } from '../projects/project-view.ts';
import { takenBody } from '../taken-body.ts';
import { projectsOf } from '../tokens/own-places.ts';
import { userTarget } from './users.ts';

/** What is asked about one user. */
export const ofUser: readonly IdentityEndpoint[] = [
  endpoint({
    route: 'GET /v3/users/{user_id}/projects',
    find: userIn,
    policy: 'identity:list_user_projects',
    target: (_asked, user: User | undefined) => (user ? userTarget(user) : {}),
    run: (context) => {
      const { id } = thatUser(context);
      const all = projectsOf(context.app.identity, id);
      const projects = filtered(
        all,
        {
          domain_id: ({ domainId }) => domainId,
          enabled: ({ isEnabled }) => isEnabled,
          name: ({ name }) => name,
        },
        context.query,
      );
      return listAnswer(context, `/users/${id}/projects`, 'projects', projects, projectView);
    },
  }),
  endpoint({
    route: 'GET /v3/users/{user_id}/groups',
    find: userIn,
    policy: 'identity:list_groups_for_user',
    target: (_asked, user: User | undefined) => (user ? userTarget(user) : {}),
    run: (context) => {
      const { identity } = context.app;
      const { id } = thatUser(context);
      const all = Array.from(identity.memberships.of(`user:${id}`), ({ groupId }) =>
        found(identity, 'group', groupId),
      );
      const groups = filtered(ofOwnDomain(context, all), { name: ({ name }) => name }, context.query);
      return listAnswer(context, `/users/${id}/groups`, 'groups', groups, (at, group) => ({
        ...groupView(at, group),
        membership_expires_at: null,
      }));
    },
  }),
  // Who knows the old password may set another one, with whatever token: strangers write nothing.
  endpoint({
    route: 'POST /v3/users/{user_id}/password',
    policy: 'berth:users:change_password',
    input: (sent) => takePasswords(isObject(sent) ? (sent['user'] ?? {}) : {}),
    run: async (context, _found, { original_password: original, password }) => {
      const { app, params } = context;
      const { gate, identity } = app;
      const user = identity.users.get(params['user_id'] ?? '');
      const hash = user?.isEnabled ? user.passwordHash : null;
      await recognize(gate, user?.id ?? params['user_id'] ?? '', original, hash);
      if (user === undefined) throw unauthorized();
      if (user.options['lock_password'] === true) throw badRequest(locked);
      const passwordHash = await gate.hasher.hash(password);
      // Somebody may have set another one meanwhile.
      if (app.identity.users.get(user.id)?.passwordHash !== hash) throw unauthorized();
      const now = gate.now();
      return app.commit({ kind: 'update-user', id: user.id, change: { passwordHash }, now }, () => noContent);
    },
  }),
];

const takePasswords = takenBody<{ readonly original_password: string; readonly password: string }>({
  type: 'object',
  properties: { original_password: { type: 'string' }, password: { type: 'string' } },
  required: ['original_password', 'password'],
  additionalProperties: false,
});

const locked =
  'You cannot change your password at this time due to password policy disallowing password changes. Please contact your administrator to reset your password.';

function userIn({ app, params }: IdentityContext): User | undefined {
  return app.identity.users.get(params['user_id'] ?? '');
}

function thatUser({ app, params }: IdentityContext): User {
  return found(app.identity, 'user', params['user_id'] ?? '');
}
