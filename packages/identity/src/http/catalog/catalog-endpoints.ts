import { badRequest, HttpError } from '@berth/api-kit/http-error.ts';
import type { JsonObject } from '@berth/api-kit/json/json-type.ts';
import type { CatalogEndpoint, CatalogService, Region } from '../../domain/catalog/catalog.ts';
import type { EndpointId, RegionId, ServiceId } from '../../domain/ids.ts';
import { collectionEndpoints, sentFields } from '../collection-endpoints.ts';
import { type IdentityContext, type IdentityEndpoint, urlOf } from '../endpoint.ts';
import { boolean, description, name, nullable, url } from '../fragments.ts';
import { endpointIdOf, interfaces, serviceIdOf, urlOfMounted } from './mounted-services.ts';

const rulesOf = (word: string) => ({
  list: `identity:list_${word}s`,
  show: `identity:get_${word}`,
  create: `identity:create_${word}`,
  update: `identity:update_${word}`,
  delete: `identity:delete_${word}`,
});

const regionFields = { description: 'description', parent_region_id: 'parentId' } as const;

const regions = collectionEndpoints<Region>({
  noun: 'region',
  word: 'region',
  words: 'regions',
  missing: null,
  rules: rulesOf('region'),
  get: (context, id) => regionsOf(context).find((each) => each.id === id),
  all: regionsOf,
  filters: { parent_region_id: ({ parentId }) => parentId },
  view: (context, { id, description: text, parentId, extra }) => ({
    ...extra,
    id,
    description: text,
    parent_region_id: parentId,
    links: { self: urlOf(context, `/regions/${id}`) },
  }),
  targetOf: () => ({}),
  properties: {
    description: nullable(description),
    id: { type: 'string', maxLength: 255 },
    parent_region_id: { type: ['string', 'null'] },
  },
  required: [],
  create: ({ app }, sent, extra) => {
    const id = (typeof sent['id'] === 'string' && sent['id'] !== '' ? sent['id'] : app.newId()) as RegionId;
    const region = { description: '', parentId: null, ...sentFields(sent, regionFields), id, extra };
    return { command: { kind: 'create-region', region: withText(region) }, id };
  },
  update: (context, id, sent, extra) => {
    refuseMounted(context.app.identity.regions.has(id));
    const change = sentFields(sent, regionFields) as Partial<Region>;
    return { kind: 'update-region', id, change: { ...change, extra } };
  },
  remove: (id, { app: { identity, region } }) => {
    // It would go with those above it.
    for (let up: string | null = region; up !== null; up = identity.regions.get(up)?.parentId ?? null)
      refuseMounted(id !== up);
    return { kind: 'delete-region', id };
  },
  looksAtBodyFirst: true,
});

const serviceFields = { enabled: 'isEnabled', name: 'name', type: 'type' } as const;

const services = collectionEndpoints<CatalogService>({
  noun: 'catalog-service',
  word: 'service',
  words: 'services',
  missing: null,
  rules: rulesOf('service'),
  get: (context, id) => servicesOf(context).find((each) => each.id === id),
  all: servicesOf,
  filters: { type: ({ type }) => type, name: (service) => service.name },
  view: (context, { id, type, name: called, isEnabled, extra }) => ({
    ...extra,
    name: called,
    id,
    type,
    enabled: isEnabled,
    links: { self: urlOf(context, `/services/${id}`) },
  }),
  targetOf: () => ({}),
  properties: { enabled: boolean, name, type: { type: 'string', minLength: 1, maxLength: 255 } },
  required: ['type'],
  create: ({ app }, sent, extra) => {
    const service = {
      id: app.newId() as ServiceId,
      isEnabled: true,
      name: '',
      ...sentFields(sent, serviceFields),
      extra,
    } as unknown as CatalogService; // As its schema says.
    return { command: { kind: 'create-service', service }, id: service.id };
  },
  update: (context, id, sent, extra) => {
    refuseMounted(context.app.identity.catalogServices.has(id));
    const change = sentFields(sent, serviceFields) as Partial<CatalogService>;
    return { kind: 'update-service', id, change: { ...change, extra } };
  },
  looksAtBodyFirst: true,
  remove: (id, { app }) => {
    refuseMounted(app.identity.catalogServices.has(id));
    return { kind: 'delete-service', id };
  },
});

const endpointFields = {
  enabled: 'isEnabled',
  interface: 'interface',
  region_id: 'regionId',
  region: 'regionId',
  service_id: 'serviceId',
  url: 'url',
} as const;

const endpoints = collectionEndpoints<CatalogEndpoint>({
  noun: 'catalog-endpoint',
  word: 'endpoint',
  words: 'endpoints',
  missing: null,
  rules: rulesOf('endpoint'),
  get: (context, id) => endpointsOf(context).find((each) => each.id === id),
  all: endpointsOf,
  filters: {
    interface: (each) => each.interface,
    service_id: ({ serviceId }) => serviceId,
    region_id: ({ regionId }) => regionId,
  },
  view: endpointView,
  targetOf: () => ({}),
  properties: {
    enabled: boolean,
    interface: { type: 'string', enum: ['admin', 'internal', 'public'] },
    region_id: { type: 'string' },
    region: { type: 'string', maxLength: 255 },
    service_id: { type: 'string' },
    url,
  },
  required: ['interface', 'service_id', 'url'],
  create: (context, sent, extra) => {
    const endpoint = {
      id: context.app.newId() as EndpointId,
      isEnabled: true,
      regionId: null,
      ...sentFields(sent, endpointFields),
      extra,
    } as unknown as CatalogEndpoint; // As its schema says.
    refuseUnsafe(endpoint.url);
    return {
      command: { kind: 'create-endpoint', endpoint, makesRegion: makesRegion(context, sent) },
      id: endpoint.id,
    };
  },
  update: (context, id, sent, extra) => {
    refuseMounted(context.app.identity.catalogEndpoints.has(id));
    const change = sentFields(sent, endpointFields) as Partial<CatalogEndpoint>;
    if (change.url !== undefined) refuseUnsafe(change.url);
    return {
      kind: 'update-endpoint',
      id,
      change: { ...change, extra },
      makesRegion: makesRegion(context, sent),
    };
  },
  remove: (id, { app }) => {
    refuseMounted(app.identity.catalogEndpoints.has(id));
    return { kind: 'delete-endpoint', id };
  },
});

/** Where services are. What this process serves is among them, and is as it is. */
export const catalogEndpoints: readonly IdentityEndpoint[] = [...regions, ...services, ...endpoints];

function withText(region: object): Region {
  const made = region as Region; // As its schema says.
  return { ...made, description: made.description ?? '' };
}

function regionsOf({ app: { identity, region } }: IdentityContext): Region[] {
  const all = [...identity.regions.values()];
  if (identity.regions.has(region)) return all;
  return [{ id: region as RegionId, description: '', parentId: null, extra: {} }, ...all];
}

function servicesOf({ app: { identity, mounted } }: IdentityContext): CatalogService[] {
  const here = mounted.map((service) => ({
    id: serviceIdOf(service) as ServiceId,
    type: service.type,
    name: service.name,
    isEnabled: true,
    extra: {},
  }));
  return [...here, ...identity.catalogServices.values()];
}

/** All that there are: those of what this process serves, and those that were added. */
export function endpointsOf(context: IdentityContext): CatalogEndpoint[] {
  const { identity, mounted, region } = context.app;
  const here = mounted.flatMap((service) =>
    interfaces.map((through) => ({
      id: endpointIdOf(service, through) as EndpointId,
      serviceId: serviceIdOf(service) as ServiceId,
      interface: through,
      regionId: region,
      url: urlOfMounted(service, context),
      isEnabled: true,
      extra: {},
    })),
  );
  return [...here, ...identity.catalogEndpoints.values()];
}

export function endpointView(
  context: IdentityContext,
  { id, serviceId, interface: through, regionId, url: address, isEnabled, extra }: CatalogEndpoint,
): object {
  return {
    ...extra,
    id,
    interface: through,
    region_id: regionId,
    service_id: serviceId,
    url: address,
    enabled: isEnabled,
    region: regionId,
    links: { self: urlOf(context, `/endpoints/${id}`) },
  };
}

function refuseMounted(isKept: boolean): void {
  if (!isKept)
    throw new HttpError(403, 'What this process serves is in the catalog as it is, and cannot be changed.');
}

/** A region by its older name is made where it is not there; so is the one that this process is in. */
function makesRegion({ app }: IdentityContext, sent: JsonObject): boolean {
  return typeof sent['region'] === 'string' || sent['region_id'] === app.region;
}

/** Only the project can be filled in. */
function refuseUnsafe(address: string): void {
  const rest = address.replaceAll(/[$%]\((tenant_id|project_id|user_id)\)s/g, '');
  if (/[$%]\(/.test(rest) || /%(?![0-9a-fA-F]{2})/.test(rest))
    throw badRequest(`Cannot create an endpoint with an invalid URL: ${address}.`);
}
