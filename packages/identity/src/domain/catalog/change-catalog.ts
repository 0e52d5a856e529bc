import { atOnce } from '../at-once.ts';
import { found } from '../found.ts';
import type { Identity } from '../identity-state.ts';
import type { IdentityChange } from '../nouns.ts';
import { refuse } from '../refusals.ts';
import { removalOfProjectEndpoints } from './change-project-endpoints.ts';
import type { CatalogEndpoint, CatalogService, Region } from './catalog.ts';

export type ChangeCatalog =
  | { readonly kind: 'create-region'; readonly region: Region }
  | { readonly kind: 'update-region'; readonly id: string; readonly change: Partial<Omit<Region, 'id'>> }
  | { readonly kind: 'delete-region'; readonly id: string }
  | { readonly kind: 'create-service'; readonly service: CatalogService }
  | {
      readonly kind: 'update-service';
      readonly id: string;
      readonly change: Partial<Omit<CatalogService, 'id'>>;
    }
  | { readonly kind: 'delete-service'; readonly id: string }
  | {
      readonly kind: 'create-endpoint';
      readonly endpoint: CatalogEndpoint;
      /** Whether a region that is named and not there is made: an older way to name one. */
      readonly makesRegion: boolean;
    }
  | {
      readonly kind: 'update-endpoint';
      readonly id: string;
      readonly change: Partial<Omit<CatalogEndpoint, 'id'>>;
      readonly makesRegion: boolean;
    }
  | { readonly kind: 'delete-endpoint'; readonly id: string };

export function changeCatalog(identity: Identity, command: ChangeCatalog): readonly IdentityChange[] {
  switch (command.kind) {
    case 'create-region':
      if (identity.regions.has(command.region.id))
        refuse({ kind: 'id-taken', noun: 'region', id: command.region.id });
      return setRegion(identity, command.region);
    case 'update-region': {
      const region = found(identity, 'region', command.id);
      return setRegion(identity, {
        ...region,
        ...command.change,
        extra: { ...region.extra, ...command.change.extra },
      });
    }
    case 'delete-region':
      return deleteRegion(identity, command.id);
    case 'create-service':
      return [{ kind: 'catalog-service-set', thing: command.service }];
    case 'update-service': {
      const service = found(identity, 'catalog-service', command.id);
      const extra = { ...service.extra, ...command.change.extra };
      return [{ kind: 'catalog-service-set', thing: { ...service, ...command.change, extra } }];
    }
    case 'delete-service': {
      const { id } = found(identity, 'catalog-service', command.id);
      const endpoints = [...identity.catalogEndpoints.of(`service:${id}`)];
      return [
        ...endpoints.flatMap((each) => [...removalOfEndpoint(identity, each)]),
        { kind: 'catalog-service-removed', id },
      ];
    }
    case 'create-endpoint':
      return setEndpoint(identity, command.endpoint, command.makesRegion);
    case 'update-endpoint': {
      const endpoint = found(identity, 'catalog-endpoint', command.id);
      const extra = { ...endpoint.extra, ...command.change.extra };
      return setEndpoint(identity, { ...endpoint, ...command.change, extra }, command.makesRegion);
    }
    case 'delete-endpoint':
      return [...removalOfEndpoint(identity, found(identity, 'catalog-endpoint', command.id))];
    default:
      return command satisfies never;
  }
}

function setRegion(identity: Identity, region: Region): readonly IdentityChange[] {
  for (let up = region.parentId; up !== null; up = found(identity, 'region', up).parentId) {
    if (up === region.id && identity.regions.has(up)) refuse({ kind: 'region-of-itself', id: up });
  }
  return [{ kind: 'region-set', thing: region }];
}

/** With the regions below it; not where one of them has endpoints. Limits that are registered for it stay, as in the original. */
function deleteRegion(identity: Identity, id: string): readonly IdentityChange[] {
  const gone = [found(identity, 'region', id)];
  const below = Map.groupBy(identity.regions.values(), ({ parentId }) => parentId);
  // What is added on the way is gone through as well.
  for (const region of gone) {
    for (const _endpoint of identity.catalogEndpoints.of(`region:${region.id}`))
      refuse({ kind: 'region-has-endpoints', id });
    for (const child of below.get(region.id) ?? []) gone.push(child);
  }
  return atOnce(gone.map((region) => ({ kind: 'region-removed', id: region.id })));
}

function setEndpoint(
  identity: Identity,
  endpoint: CatalogEndpoint,
  makesRegion: boolean,
): readonly IdentityChange[] {
  const { serviceId, regionId } = endpoint;
  if (regionId !== null && !identity.regions.has(regionId) && !makesRegion)
    refuse({ kind: 'endpoint-without', noun: 'region', id: regionId });
  if (!identity.catalogServices.has(serviceId))
    refuse({ kind: 'endpoint-without', noun: 'service', id: serviceId });
  return [...withRegion(identity, regionId), { kind: 'catalog-endpoint-set', thing: endpoint }];
}

function* removalOfEndpoint(identity: Identity, { id }: CatalogEndpoint): Generator<IdentityChange> {
  yield* removalOfProjectEndpoints(identity, 'endpoint', id);
  yield { kind: 'catalog-endpoint-removed', id };
}

/** A region that something is to be in is there, from then on if not before. */
export function withRegion({ regions }: Identity, regionId: string | null): readonly IdentityChange[] {
  if (regionId === null || regions.has(regionId)) return [];
  const region: Region = { id: regionId as Region['id'], description: '', parentId: null, extra: {} };
  return [{ kind: 'region-set', thing: region }];
}
