import type { JsonObject } from '@berth/api-kit/json/json-type.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { RegisteredLimitId } from '../../domain/ids.ts';
import type { RegisteredLimit } from '../../domain/limits/limit.ts';
import { sentService } from './sent-service.ts';
import { sentFields } from '../collection-endpoints.ts';
import { type IdentityContext, urlOf } from '../endpoint.ts';
import { amount, description, idString, nullable, resourceName } from '../fragments.ts';
import { batchEndpoints } from './batch-endpoints.ts';

const properties: Readonly<Record<string, JsonSchema>> = {
  service_id: idString,
  region_id: { type: ['null', 'string'] },
  resource_name: resourceName,
  default_limit: amount,
  description: nullable(description),
};

const fields = {
  region_id: 'regionId',
  resource_name: 'resourceName',
  default_limit: 'defaultLimit',
  description: 'description',
} as const;

/** How much of a resource there may be where nothing else is said of a project or domain. */
export const registeredLimits = batchEndpoints<RegisteredLimit>({
  noun: 'registered-limit',
  word: 'registered_limit',
  words: 'registered_limits',
  rules: {
    list: 'identity:list_registered_limits',
    show: 'identity:get_registered_limit',
    create: 'identity:create_registered_limits',
    update: 'identity:update_registered_limit',
    delete: 'identity:delete_registered_limit',
  },
  get: ({ app }, id) => app.identity.registeredLimits.get(id),
  all: ({ app }) => app.identity.registeredLimits.values(),
  filters: {
    service_id: ({ service }) => service.id,
    region_id: ({ regionId }) => regionId,
    resource_name: (limit) => limit.resourceName,
  },
  view: (context, { id, service, regionId, resourceName: called, defaultLimit, description: text }) => ({
    id,
    service_id: service.id,
    region_id: regionId,
    resource_name: called,
    default_limit: defaultLimit,
    description: text,
    links: { self: urlOf(context, `/registered_limits/${id}`) },
  }),
  targetOf: () => ({}),
  newSchema: {
    type: 'object',
    properties,
    additionalProperties: false,
    required: ['service_id', 'resource_name', 'default_limit'],
  },
  changeSchema: { type: 'object', properties, additionalProperties: false },
  create: (context, sent) => {
    const registered = sent.map((each) => ({
      id: context.app.newId() as RegisteredLimitId,
      regionId: null,
      description: null,
      ...changeIn(context, each),
    })) as readonly RegisteredLimit[]; // As their schema says.
    const ids = registered.map(({ id }) => id);
    const command = {
      kind: 'create-registered-limits',
      registeredLimits: registered,
      ownRegion: context.app.region,
    } as const;
    return { command, ids };
  },
  update: (context, id, sent) => ({
    kind: 'update-registered-limit',
    id,
    change: changeIn(context, sent),
    ownRegion: context.app.region,
  }),
  remove: (id) => ({ kind: 'delete-registered-limit', id }),
  looksAtBodyFirst: true,
});

function changeIn(context: IdentityContext, sent: JsonObject): Partial<Omit<RegisteredLimit, 'id'>> {
  const change = sentFields(sent, fields) as Partial<RegisteredLimit>; // As the schema says.
  return Object.hasOwn(sent, 'service_id') ? { ...change, service: sentService(context, sent) } : change;
}
