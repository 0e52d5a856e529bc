import { noContent } from '@berth/api-kit/endpoint.ts';
import { found } from '../../domain/found.ts';
import { type Group, membershipId } from '../../domain/groups/group.ts';
import type { DomainId, GroupId } from '../../domain/ids.ts';
import { refuse } from '../../domain/refusals.ts';
import type { User } from '../../domain/users/user.ts';
import { collectionEndpoints, domainFor, refuseOtherDomain, sentFields } from '../collection-endpoints.ts';
import { endpoint, type IdentityContext, type IdentityEndpoint } from '../endpoint.ts';
import { filtered } from '../filters.ts';
import { description, idString, name, nullable } from '../fragments.ts';
import { listAnswer } from '../list-answer.ts';
import { ofOwnDomain } from '../of-own-domain.ts';
import { userView } from '../users/user-view.ts';
import { userTarget } from '../users/users.ts';
import { groupView } from './group-view.ts';

const fields = { name: 'name', description: 'description' } as const;

export const groups: readonly IdentityEndpoint[] = [
  ...collectionEndpoints<Group>({
    noun: 'group',
    word: 'group',
    words: 'groups',
    rules: {
      list: 'identity:list_groups',
      show: 'identity:get_group',
      create: 'identity:create_group',
      update: 'identity:update_group',
      delete: 'identity:delete_group',
    },
    get: ({ app }, id) => app.identity.groups.get(id),
    all: ({ app }) => app.identity.groups.values(),
    filters: { domain_id: ({ domainId }) => domainId, name: ({ name }) => name },
    view: groupView,
    targetOf: groupTarget,
    domainOf: ({ domainId }) => domainId,
    properties: { description: nullable(description), domain_id: idString, name },
    required: ['name'],
    create: (context, sent, extra) => {
      const group = {
        id: context.app.newId() as GroupId,
        description: '',
        ...sentFields(sent, fields),
        domainId: domainFor(context, sent['domain_id']) as DomainId,
        extra,
      } as unknown as Group; // As its schema says.
      return { command: { kind: 'create-group', group }, id: group.id };
    },
    update: ({ app }, id, sent, extra) => {
      refuseOtherDomain(sent, app.identity.groups.get(id)?.domainId);
      const said = sentFields(sent, { ...fields, domain_id: 'domainId' }) as Partial<Group>;
      return { kind: 'update-group', id, change: { ...said, extra } };
    },
    remove: (id) => ({ kind: 'delete-group', id }),
    looksAtBodyFirst: true,
  }),
  endpoint({
    route: 'GET /v3/groups/{group_id}/users',
    find: groupIn,
    policy: 'identity:list_users_in_group',
    target: (_asked, group: Group | undefined) => (group ? groupTarget(group) : {}),
    run: (context) => {
      const { identity } = context.app;
      const { id } = found(identity, 'group', context.params['group_id'] ?? '');
      const all = Array.from(identity.memberships.of(`group:${id}`), ({ userId }) =>
        found(identity, 'user', userId),
      );
      const members = filtered(
        ofOwnDomain(context, all),
        {
          domain_id: ({ domainId }) => domainId,
          enabled: ({ isEnabled }) => isEnabled,
          name: ({ name }) => name,
        },
        context.query,
      );
      return listAnswer(context, `/groups/${id}/users`, 'users', members, userView);
    },
  }),
  endpoint({
    route: 'GET /v3/groups/{group_id}/users/{user_id}',
    find: ({ app: { identity }, params }) => ({
      group: identity.groups.get(params['group_id'] ?? ''),
      user: identity.users.get(params['user_id'] ?? ''),
    }),
    policy: 'identity:check_user_in_group',
    target: (_asked, { group, user }: Membership) => ({
      ...(group ? groupTarget(group) : {}),
      ...(user ? userTarget(user) : {}),
    }),
    run: ({ app: { identity }, params: { group_id: groupId = '', user_id: userId = '' } }) => {
      found(identity, 'user', userId);
      found(identity, 'group', groupId);
      if (!identity.memberships.has(membershipId(groupId, userId)))
        refuse({ kind: 'membership-not-found', userId, groupId });
      return noContent;
    },
  }),
  endpoint({
    route: 'PUT /v3/groups/{group_id}/users/{user_id}',
    find: groupIn,
    policy: 'identity:add_user_to_group',
    target: (_asked, group: Group | undefined) => (group ? groupTarget(group) : {}),
    run: ({ app, params: { group_id: groupId = '', user_id: userId = '' } }) =>
      app.commit({ kind: 'add-member', groupId, userId }, () => noContent),
  }),
  endpoint({
    route: 'DELETE /v3/groups/{group_id}/users/{user_id}',
    find: groupIn,
    policy: 'identity:remove_user_from_group',
    target: (_asked, group: Group | undefined) => (group ? groupTarget(group) : {}),
    run: ({ app, params: { group_id: groupId = '', user_id: userId = '' } }) =>
      app.commit({ kind: 'remove-member', groupId, userId }, () => noContent),
  }),
];

/** Of whom it is asked, as far as they are there. */
interface Membership {
  readonly group: Group | undefined;
  readonly user: User | undefined;
}

function groupIn({ app, params }: IdentityContext): Group | undefined {
  return app.identity.groups.get(params['group_id'] ?? '');
}

function groupTarget({ id, domainId }: Group): Record<string, string> {
  return { 'target.group.id': id, 'target.group.domain_id': domainId };
}
