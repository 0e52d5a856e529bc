import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { takenBody } from '../http/taken-body.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';

/** What somebody asks a token with, as it comes over the wire. */
export interface AuthBody {
  readonly identity: {
    readonly methods: readonly string[];
    readonly password?: { readonly user?: UserReference & { readonly password?: string } };
    readonly token?: { readonly id: string };
    readonly application_credential?: CredentialReference;
  };
  readonly scope?: string | ScopeBody;
}

/** By an id, or by a name and a domain. */
export interface UserReference extends Reference {
  readonly domain?: Reference;
}

export interface Reference {
  readonly id?: string;
  readonly name?: string;
}

export interface CredentialReference extends Reference {
  readonly user?: UserReference;
  readonly secret?: string;
}

export interface ScopeBody {
  readonly project?: UserReference;
  readonly domain?: Reference;
  readonly system?: { readonly all?: boolean };
  readonly unscoped?: unknown;
}

const text: JsonSchema = { type: 'string' };
const reference: JsonSchema = { type: 'object', properties: { id: text, name: text } };
const referenceInDomain: JsonSchema = {
  type: 'object',
  properties: { id: text, name: text, domain: reference },
};

const schema: JsonSchema = {
  type: 'object',
  properties: {
    identity: {
      type: 'object',
      properties: {
        methods: { type: 'array', items: text },
        password: {
          type: 'object',
          properties: {
            user: { type: 'object', properties: { id: text, name: text, password: text, domain: reference } },
          },
        },
        token: { type: 'object', properties: { id: text }, required: ['id'] },
        // The original does not look at it, and fails where it is something else.
        application_credential: {
          type: 'object',
          properties: { id: text, name: text, secret: text, user: referenceInDomain },
        },
      },
      required: ['methods'],
    },
    scope: {
      type: ['object', 'string'],
      properties: {
        project: referenceInDomain,
        domain: reference,
        'OS-TRUST:trust': { type: 'object', properties: { id: text } },
        system: { type: 'object', properties: { all: { type: 'boolean', enum: [true, false] } } },
      },
    },
  },
  required: ['identity'],
};

const take = takenBody<AuthBody>(schema);

/** Checks what was sent under `auth`, in the original's order. */
export function takeAuth(sent: unknown): AuthBody {
  const auth = take(sent);
  const user = auth.identity.password?.user;
  refuseNameless('identity/password/user', user);
  refuseNameless('identity/password/user/domain', user?.domain);
  if (typeof auth.scope === 'object') {
    refuseNameless('scope/project', auth.scope.project);
    refuseNameless('scope/project/domain', auth.scope.project?.domain);
    refuseNameless('scope/domain', auth.scope.domain);
  }
  return auth;
}

function refuseNameless(field: string, reference: Reference | undefined): void {
  if (reference === undefined || reference.id !== undefined || reference.name !== undefined) return;
  throw badRequest(`Invalid input for field ${field}: id or name must be present.`);
}
