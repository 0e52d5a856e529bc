import { noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest, notFound } from '@berth/api-kit/http-error.ts';
import { isObject } from '@berth/api-kit/json/json-type.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { ApplicationCredential } from '../../domain/application-credentials/application-credential.ts';
import { found } from '../../domain/found.ts';
import type { CredentialId, RoleId } from '../../domain/ids.ts';
import { refuse } from '../../domain/refusals.ts';
import type { GoodToken } from '../../tokens/judge-token.ts';
import { goodToken } from '../../tokens/token-verdict.ts';
import { forbidden } from '../dialect/keystone-dialect.ts';
import { endpoint, type IdentityContext, type IdentityEndpoint, json, urlOf } from '../endpoint.ts';
import { filtered } from '../filters.ts';
import { boolean, description, idString, name, nullable } from '../fragments.ts';
import { listAnswer } from '../list-answer.ts';
import { unauthorized } from '../../login/log-in.ts';
import { takenBody } from '../taken-body.ts';

const path = '/v3/users/{user_id}/application_credentials';
const owner = ({ params }: Pick<IdentityContext, 'params'>) => ({ user_id: params['user_id'] });

/** By which programs log in for a user. */
export const applicationCredentials: readonly IdentityEndpoint[] = [
  endpoint({
    route: `GET ${path}`,
    policy: 'identity:list_application_credentials',
    target: owner,
    run: (context) => {
      const userId = context.params['user_id'] ?? '';
      const all = context.app.identity.applicationCredentials.of(userId);
      const credentials = filtered(all, { name: (each) => each.name }, context.query);
      return listAnswer(
        context,
        `/users/${userId}/application_credentials`,
        'application_credentials',
        credentials,
        credentialView,
      );
    },
  }),
  endpoint({
    route: `GET ${path}/{id}`,
    policy: 'identity:get_application_credential',
    target: owner,
    run: (context) => json(200, { application_credential: credentialView(context, credentialIn(context)) }),
  }),
  endpoint({
    route: `POST ${path}`,
    policy: 'identity:create_application_credential',
    target: owner,
    input: (sent) => takeCredential(isObject(sent) ? (sent['application_credential'] ?? {}) : {}),
    run: async (context, _found, sent) => {
      const { app } = context;
      const token = tokenOf(context);
      refuseRestricted(token);
      const { scope } = token;
      // In the order in which the original tells of them.
      const roleIds = scope.kind === 'project' ? rolesIn(context, token, sent.roles ?? []) : [];
      const expiresAt = instantIn(sent.expires_at ?? null);
      if (expiresAt !== null && expiresAt < context.now)
        throw badRequest(`The 'expires_at' must not be before now. ${malformed}`);
      if (scope.kind !== 'project')
        throw badRequest(
          'Invalid application credential: it is made with a token of the project that it is for.',
        );
      const secret = sent.secret ?? app.newSecret();
      const credential: ApplicationCredential = {
        id: app.newId() as CredentialId,
        userId: token.user.id,
        projectId: scope.project.id,
        name: sent.name,
        description: sent.description ?? null,
        roleIds,
        secretHash: await app.gate.hasher.hash(secret),
        expiresAt,
        isUnrestricted: sent.unrestricted ?? null,
      };
      return app.commit({ kind: 'create-application-credential', credential }, () =>
        json(201, { application_credential: { ...credentialView(context, credential), secret } }),
      );
    },
  }),
  endpoint({
    route: `DELETE ${path}/{id}`,
    policy: 'identity:delete_application_credential',
    target: owner,
    run: (context) => {
      refuseRestricted(tokenOf(context));
      const { user_id: userId = '', id = '' } = context.params;
      return context.app.commit({ kind: 'delete-application-credential', userId, id }, () => noContent);
    },
  }),
  // Credentials have no access rules here.
  endpoint({
    route: 'GET /v3/users/{user_id}/access_rules',
    policy: 'identity:list_access_rules',
    target: ({ params }) => ({ 'target.user.id': params['user_id'] }),
    run: (context) =>
      listAnswer(context, `/users/${context.params['user_id']}/access_rules`, 'access_rules', [], () => ({})),
  }),
];

interface CredentialBody {
  readonly name: string;
  readonly description?: string | null;
  readonly secret?: string | null;
  readonly expires_at?: string | null;
  readonly roles?: readonly { readonly id?: string; readonly name?: string }[];
  readonly unrestricted?: boolean;
  readonly access_rules?: readonly unknown[];
}

const roles: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { id: idString, name },
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
  },
};

const checkCredential = takenBody<CredentialBody>({
  type: 'object',
  properties: {
    name,
    description: nullable(description),
    secret: { type: ['null', 'string'] },
    expires_at: { type: ['null', 'string'] },
    roles,
    unrestricted: boolean,
    access_rules: { type: 'array', items: { type: 'object' } },
  },
  required: ['name'],
  additionalProperties: true,
});

/** One that is to be good for less than a token is not made: services here would let it do everything. */
function takeCredential(sent: unknown): CredentialBody {
  const body = checkCredential(sent);
  if ((body.access_rules?.length ?? 0) > 0) throw badRequest('Access rules are not supported.');
  return body;
}

const malformed =
  'The server could not comply with the request since it is either malformed or otherwise incorrect. The client is assumed to be in error.';

function instantIn(text: string | null): number | null {
  if (text === null) return null;
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z?$/.test(text);
  const instant = isTime ? Date.parse(text.endsWith('Z') ? text : `${text}Z`) : Number.NaN;
  if (Number.isNaN(instant)) throw badRequest(`Timestamp not in expected format. ${malformed}`);
  return instant;
}

/** Those that are named; all of the token's where none are. */
function rolesIn(
  { app: { identity } }: IdentityContext,
  token: GoodToken,
  named: readonly { readonly id?: string; readonly name?: string }[],
): readonly RoleId[] {
  if (named.length === 0) return token.roles.map(({ id }) => id);
  const ids = named.map(({ id, name: called }) => {
    if (id !== undefined) return found(identity, 'role', id).id;
    const role = identity.roles.named('', called ?? '');
    if (role === undefined) throw notFound(`Role ${called} is not defined`);
    return role.id;
  });
  for (const roleId of ids) {
    if (!token.roles.some(({ id }) => id === roleId)) refuse({ kind: 'credential-role-missing', roleId });
  }
  return ids;
}

/** The token that the caller has shown. */
function tokenOf({ app, headers, now }: IdentityContext): GoodToken {
  const token = goodToken(app.identity, headers['x-auth-token']?.trim() ?? '', now);
  if (token === null) throw unauthorized();
  return token;
}

/** Who got in with a credential makes and deletes none, unless it was made for that. */
function refuseRestricted({ credential }: GoodToken): void {
  if (credential && !credential.isUnrestricted)
    throw forbidden(
      "Using method 'application_credential' is not allowed for managing additional application credentials.",
    );
}

function credentialIn({ app, params }: IdentityContext): ApplicationCredential {
  const { id = '', user_id: userId } = params;
  const credential = found(app.identity, 'application-credential', id);
  return credential.userId === userId
    ? credential
    : refuse({ kind: 'not-found', noun: 'application-credential', id });
}

/** Nothing of the secret is ever shown again. */
function credentialView(context: IdentityContext, credential: ApplicationCredential): object {
  const {
    id,
    userId,
    projectId,
    name: called,
    description: text,
    roleIds,
    expiresAt,
    isUnrestricted,
  } = credential;
  return {
    id,
    name: called,
    description: text,
    user_id: userId,
    project_id: projectId,
    system: null,
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString().replace('Z', '000'),
    unrestricted: isUnrestricted,
    roles: roleIds.map((roleId) => {
      const role = found(context.app.identity, 'role', roleId);
      return {
        id: role.id,
        name: role.name,
        domain_id: null,
        description: role.description,
        options: role.options,
      };
    }),
    links: { self: urlOf(context, `/application_credentials/${id}`) },
  };
}
