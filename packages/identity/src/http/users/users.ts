import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { JsonObject } from '@berth/api-kit/json/json-type.ts';
import type { DomainId, UserId } from '../../domain/ids.ts';
import type { User } from '../../domain/users/user.ts';
import {
  collectionEndpoints,
  domainFor,
  newOptions,
  refuseOtherDomain,
  sentFields,
} from '../collection-endpoints.ts';
import type { IdentityContext } from '../endpoint.ts';
import { boolean, idString, name, nullable } from '../fragments.ts';
import { userView } from './user-view.ts';

/** Those that the original knows. */
const options: JsonSchema = {
  type: 'object',
  properties: {
    ignore_change_password_upon_first_use: nullable(boolean),
    ignore_password_expiry: nullable(boolean),
    ignore_lockout_failure_attempts: nullable(boolean),
    lock_password: nullable(boolean),
    ignore_user_inactivity: nullable(boolean),
    multi_factor_auth_enabled: nullable(boolean),
  },
  additionalProperties: false,
};

export const users = collectionEndpoints<User>({
  noun: 'user',
  word: 'user',
  words: 'users',
  rules: {
    list: 'identity:list_users',
    show: 'identity:get_user',
    create: 'identity:create_user',
    update: 'identity:update_user',
    delete: 'identity:delete_user',
  },
  get: ({ app }, id) => app.identity.users.get(id),
  all: ({ app }) => app.identity.users.values(),
  filters: {
    domain_id: ({ domainId }) => domainId,
    enabled: ({ isEnabled }) => isEnabled,
    name: ({ name }) => name,
  },
  view: userView,
  targetOf: userTarget,
  domainOf: ({ domainId }) => domainId,
  properties: {
    default_project_id: nullable(idString),
    description: { type: ['string', 'null'] },
    domain_id: idString,
    enabled: boolean,
    name,
    password: { type: ['string', 'null'] },
    options,
  },
  required: ['name'],
  create: async (context, sent, extra) => {
    const user = {
      id: context.app.newId() as UserId,
      isEnabled: true,
      passwordHash: null,
      defaultProjectId: null,
      ...(await sentOf(context, sent)),
      options: newOptions(sent),
      domainId: domainFor(context, sent['domain_id']) as DomainId,
      extra: { ...extra, ...sentFields(sent, { description: 'description' }) },
      tokensEndedAt: 0,
    } as unknown as User; // As its schema says.
    return { command: { kind: 'create-user', user }, id: user.id };
  },
  update: async (context, id, sent, extra) => {
    refuseOtherDomain(sent, context.app.identity.users.get(id)?.domainId);
    const change = {
      ...((await sentOf(context, sent)) as Partial<User>),
      ...(sentFields(sent, { domain_id: 'domainId' }) as Partial<User>),
      extra: { ...extra, ...sentFields(sent, { description: 'description' }) },
    };
    // That may have taken a while.
    return { kind: 'update-user', id, change, now: context.app.gate.now() };
  },
  remove: (id) => ({ kind: 'delete-user', id }),
});

const fields = {
  name: 'name',
  enabled: 'isEnabled',
  default_project_id: 'defaultProjectId',
  options: 'options',
} as const;

/** What was sent, with what is kept of the password in its place. */
async function sentOf({ app }: IdentityContext, sent: JsonObject): Promise<object> {
  const { password } = sent;
  if (password === undefined) return sentFields(sent, fields);
  const passwordHash = typeof password === 'string' ? await app.gate.hasher.hash(password) : null;
  return { ...sentFields(sent, fields), passwordHash };
}

export function userTarget({ id, domainId }: User): Record<string, string> {
  return { 'target.user.id': id, 'target.user.domain_id': domainId, user_id: id };
}
