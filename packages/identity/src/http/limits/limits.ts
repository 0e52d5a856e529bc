import type { JsonObject } from '@berth/api-kit/json/json-type.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { found } from '../../domain/found.ts';
import type { LimitId } from '../../domain/ids.ts';
import type { NewLimit } from '../../domain/limits/change-limits.ts';
import type { Limit, RegisteredLimit } from '../../domain/limits/limit.ts';
import { sentFields } from '../collection-endpoints.ts';
import { endpoint, type IdentityContext, type IdentityEndpoint, json, urlOf } from '../endpoint.ts';
import { amount, description, idString, nullable, resourceName } from '../fragments.ts';
import { batchEndpoints } from './batch-endpoints.ts';
import { sentService } from './sent-service.ts';

/** How limits are to be understood by the services that ask for them. */
const model = endpoint({
  route: 'GET /v3/limits/model',
  policy: 'identity:get_limit_model',
  run: () =>
    json(200, {
      model: {
        name: 'flat',
        description: 'Limit enforcement and validation does not take project hierarchy into consideration.',
      },
    }),
});

/** A limit with all that is shown of it, and that rules are asked about. */
interface WholeLimit {
  readonly id: string;
  readonly limit: Limit;
  readonly registered: RegisteredLimit;
  readonly projectId: string | null;
  readonly domainId: string | null;
  /** Its own, or that of its project. */
  readonly within: string;
}

/** How much single projects and domains may have instead. */
export const limits: readonly IdentityEndpoint[] = [
  model,
  ...batchEndpoints<WholeLimit>({
    noun: 'limit',
    word: 'limit',
    words: 'limits',
    rules: {
      list: 'identity:list_limits',
      show: 'identity:get_limit',
      create: 'identity:create_limits',
      update: 'identity:update_limit',
      delete: 'identity:delete_limit',
    },
    get: (context, id) => {
      const limit = context.app.identity.limits.get(id);
      return limit && wholeLimit(context, limit);
    },
    all: seenLimits,
    filters: {
      service_id: ({ registered }) => registered.service.id,
      region_id: ({ registered }) => registered.regionId,
      resource_name: ({ registered }) => registered.resourceName,
      project_id: ({ projectId }) => projectId,
      domain_id: ({ domainId }) => domainId,
    },
    view: (context, { id, limit, registered, projectId, domainId }) => ({
      id,
      project_id: projectId,
      domain_id: domainId,
      service_id: registered.service.id,
      region_id: registered.regionId,
      resource_name: registered.resourceName,
      resource_limit: limit.resourceLimit,
      description: limit.description,
      links: { self: urlOf(context, `/limits/${id}`) },
    }),
    targetOf: ({ projectId, within }) => ({
      'target.limit.project_id': projectId,
      [projectId === null ? 'target.limit.domain.id' : 'target.limit.project.domain_id']: within,
    }),
    newSchema: { type: 'object', oneOf: [newSchemaFor('project_id'), newSchemaFor('domain_id')] },
    changeSchema: {
      type: 'object',
      properties: { resource_limit: amount, description: nullable(description) },
      additionalProperties: false,
    },
    create: (context, sent) => {
      const made = sent.map((each) => newLimit(context, each));
      return {
        command: { kind: 'create-limits', limits: made, ownRegion: context.app.region },
        ids: made.map(({ id }) => id),
      };
    },
    update: (_context, id, sent) => ({
      kind: 'update-limit',
      id,
      change: sentFields(sent, { resource_limit: 'resourceLimit', description: 'description' }) as Partial<
        Pick<Limit, 'resourceLimit' | 'description'>
      >, // As the schema says.
    }),
    remove: (id) => ({ kind: 'delete-limit', id }),
  }),
];

function wholeLimit({ app: { identity } }: IdentityContext, limit: Limit): WholeLimit {
  const { target } = limit;
  const isProject = target.kind === 'project';
  return {
    id: limit.id,
    limit,
    registered: found(identity, 'registered-limit', limit.registeredLimitId),
    projectId: isProject ? target.id : null,
    domainId: isProject ? null : target.id,
    within: isProject ? found(identity, 'project', target.id).domainId : target.id,
  };
}

/** With a token of the system all of them, else those of the place that it is for, whoever has it: rules do not widen it. */
function* seenLimits(context: IdentityContext): Generator<WholeLimit> {
  const { systemScope, domainId, projectId } = context.caller;
  const { limits: all } = context.app.identity;
  if (systemScope === null && domainId === null) {
    for (const limit of all.of(`project:${projectId}`)) yield wholeLimit(context, limit);
    return;
  }
  for (const limit of all.values()) {
    const whole = wholeLimit(context, limit);
    if (systemScope !== null || whole.within === domainId) yield whole;
  }
}

function newSchemaFor(target: 'project_id' | 'domain_id'): JsonSchema {
  return {
    properties: {
      [target]: idString,
      service_id: idString,
      region_id: { type: 'string' },
      resource_name: resourceName,
      resource_limit: amount,
      description: nullable(description),
    },
    required: [target, 'service_id', 'resource_name', 'resource_limit'],
    additionalProperties: false,
  };
}

function newLimit(context: IdentityContext, sent: JsonObject): NewLimit {
  const { project_id: projectId, domain_id: domainId } = sent;
  return {
    id: context.app.newId() as LimitId,
    target: projectId === undefined ? { kind: 'domain', id: domainId } : { kind: 'project', id: projectId },
    service: sentService(context, sent),
    regionId: null,
    description: null,
    ...sentFields(sent, {
      region_id: 'regionId',
      resource_name: 'resourceName',
      resource_limit: 'resourceLimit',
      description: 'description',
    }),
  } as NewLimit; // As the schema says.
}
