import { HttpError } from '@berth/api-kit/http-error.ts';
import { expecting } from '../login/log-in.ts';
import type { Noun } from '../domain/nouns.ts';
import { IdentityRefusal, type IdentityRefusalKind, type IdentityRefusalReason } from '../domain/refusals.ts';

type ReasonOf<Kind extends IdentityRefusalKind> = Extract<IdentityRefusalReason, { kind: Kind }>;

/** How a refusal is shown. A kind without a line does not compile. */
const table: {
  readonly [Kind in IdentityRefusalKind]: {
    readonly status: number;
    readonly sentence: (reason: ReasonOf<Kind>) => string;
  };
} = {
  'not-found': { status: 404, sentence: ({ noun, id }) => `Could not find ${missing(noun, id)}.` },
  'name-taken': {
    status: 409,
    sentence: (reason) => `Conflict occurred attempting to store ${duplicate(reason)}.`,
  },
  'id-taken': {
    status: 409,
    sentence: ({ noun, id }) =>
      noun === 'implied-role'
        ? 'Conflict occurred attempting to store implied_role - Duplicate entry.'
        : // Of regions, which have the ids that clients give them, the original's sentence ends twice.
          `Conflict occurred attempting to store ${wordFor(noun)} - Duplicate ID, ${id}.${noun === 'region' ? '.' : ''}`,
  },
  immutable: {
    status: 403,
    sentence: ({ noun, id, doing }) =>
      `Unable to ${doing} immutable ${noun} resource: \`${id}. Set resource option "immutable" to false first.`,
  },
  'domain-is-enabled': {
    status: 403,
    sentence: () => 'Cannot delete a domain that is enabled, please disable it first.',
  },
  'domain-is-default': {
    status: 403,
    sentence: () => 'The default domain cannot be disabled: nobody could log in any more.',
  },
  'default-project-is-domain': {
    status: 400,
    sentence: ({ id }) => `User's default project ID cannot be a domain ID: ${id}`,
  },
  'domain-of-project-not-found': {
    status: 400,
    sentence: ({ domainId }) => `Could not find domain: ${domainId}.`,
  },
  'parent-not-found': { status: 400, sentence: ({ parentId }) => `Could not find project: ${parentId}.` },
  'parent-in-other-domain': {
    status: 400,
    sentence: ({ domainId, parentDomainId }) =>
      `Cannot create project, since it specifies its domain_id ${domainId}, but specifies a parent in a different domain (${parentDomainId}).`,
  },
  'branch-disabled': {
    status: 400,
    sentence: ({ id }) => `cannot create a project in a branch containing a disabled project: ${id}`,
  },
  'parent-disabled': {
    status: 403,
    sentence: ({ id }) => `Cannot enable project ${id} since it has disabled parents`,
  },
  'too-deep': {
    status: 403,
    sentence: ({ id, most }) =>
      `Max hierarchy depth reached for ${id} branch: at most ${most} are one below the other.`,
  },
  'project-has-children': {
    status: 403,
    sentence: ({ id }) =>
      `Cannot delete the project ${id} since it is not a leaf in the hierarchy. Use the cascade option if you want to delete a whole subtree.`,
  },
  'children-enabled': {
    status: 403,
    sentence: ({ id }) => `Cannot disable project ${id} since its subtree contains enabled projects.`,
  },
  'too-much-at-once': {
    status: 403,
    sentence: ({ most }) =>
      `At most ${most} things can be deleted with one request: delete some by themselves first.`,
  },
  'membership-not-found': {
    status: 404,
    sentence: ({ userId, groupId }) => `User '${userId}' not found in group '${groupId}'`,
  },
  'assignment-not-found': {
    status: 404,
    sentence: ({ roleId, actorId, target }) =>
      `Could not find role assignment with role: ${roleId}, user or group: ${actorId}, project, domain, or system: ${target.kind === 'system' ? 'system' : target.id}.`,
  },
  'implied-role-not-found': {
    status: 404,
    sentence: ({ priorId, impliedId }) => `${priorId} does not imply ${impliedId}.`,
  },
  'role-cannot-be-implied': {
    status: 403,
    sentence: ({ roleId }) => `${roleId} cannot be an implied roles.`,
  },
  'too-many-credentials': {
    status: 403,
    sentence: ({ most }) =>
      `Unable to create additional application credentials, maximum of ${most} already exceeded for user.`,
  },
  'credential-role-missing': {
    status: 400,
    sentence: () =>
      'Invalid application credential: Cannot create an application credential with unassigned role',
  },
  'region-has-endpoints': {
    status: 403,
    sentence: ({ id }) =>
      `Unable to delete region ${id} because it or its child regions have associated endpoints.`,
  },
  'region-of-itself': {
    status: 400,
    sentence: ({ id }) => `The specified parent region ${id} would create a circular region hierarchy.`,
  },
  'endpoint-not-in-project': {
    status: 404,
    sentence: ({ projectId, endpointId }) => `Endpoint ${endpointId} not found in project ${projectId}`,
  },
  'limit-without': {
    status: 400,
    sentence: ({ of, noun }) => expecting(`${noun}_id`, of.replace('-', '_')),
  },
  'limit-not-registered': {
    status: 403,
    sentence: () => 'Unable to create a limit that has no corresponding registered limit.',
  },
  'already-there': {
    status: 409,
    sentence: ({ noun }) =>
      `Conflict occurred attempting to store ${noun.replace('-', '_')} - Duplicate entry.`,
  },
  'registered-limit-in-use': {
    status: 403,
    sentence: ({ id }) =>
      `Unable to update or delete registered limit ${id} because there are project limits associated with it.`,
  },
  'endpoint-without': {
    status: 400,
    sentence: ({ noun }) => expecting(`endpoint ${noun}_id`, `${noun} table`),
  },
};

export function toHttpError(thrown: unknown): HttpError | null {
  if (!(thrown instanceof IdentityRefusal)) return null;
  const { status, sentence } = table[thrown.reason.kind];
  // The table's line takes the reasons of its own kind, and the kind is the reason's.
  return new HttpError(status, (sentence as (reason: IdentityRefusalReason) => string)(thrown.reason));
}

function missing(noun: Noun, id: string): string {
  const isLimit = noun === 'limit' || noun === 'registered-limit';
  return isLimit ? `${noun.replace('-', ' ')} for ${id}` : `${wordFor(noun)}: ${id}`;
}

/** What clients call it. */
function wordFor(noun: Noun): string {
  return words[noun] ?? noun;
}

const words: Readonly<Partial<Record<Noun, string>>> = {
  'application-credential': 'Application Credential',
  'catalog-service': 'service',
  'catalog-endpoint': 'endpoint',
};

function duplicate({ noun, name, domainId, id, isDomainSaid }: ReasonOf<'name-taken'>): string {
  if (noun === 'domain')
    return `project - it is not permitted to have two projects acting as domains with the same name: ${name}`;
  if (noun === 'project')
    return `project - it is not permitted to have two projects with either the same name or same id in the same domain: name is ${name}, project id ${id}`;
  const what = noun.replaceAll('-', '_');
  return `${what} - Duplicate entry found with name ${name}${isDomainSaid ? ` at domain ID ${domainId}` : ''}`;
}
