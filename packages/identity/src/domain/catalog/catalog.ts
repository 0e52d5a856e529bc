import type { EndpointId, Extra, RegionId, ServiceId } from '../ids.ts';

/** A place where services are. */
export interface Region {
  readonly id: RegionId;
  readonly description: string;
  readonly parentId: string | null;
  readonly extra: Extra;
}

/** A service that clients find in the catalog, besides those that this process serves. */
export interface CatalogService {
  readonly id: ServiceId;
  readonly type: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly extra: Extra;
}

export interface CatalogEndpoint {
  readonly id: EndpointId;
  readonly serviceId: ServiceId;
  readonly interface: Interface;
  readonly regionId: string | null;
  readonly url: string;
  readonly isEnabled: boolean;
  readonly extra: Extra;
}

export type Interface = 'public' | 'internal' | 'admin';
