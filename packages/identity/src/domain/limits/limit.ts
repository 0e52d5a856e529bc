import type { LimitId, RegisteredLimitId, ServiceId } from '../ids.ts';

/**
 * How much of a resource of a service every project and domain may have, where nothing else is said of it. It stays when the service or the region
 * goes, as in the original: clients delete it afterwards.
 */
export interface RegisteredLimit {
  readonly id: RegisteredLimitId;
  readonly service: LimitedService;
  /** Null: it holds in all of them. */
  readonly regionId: string | null;
  /** No two of a service and region are of one. */
  readonly resourceName: string;
  /** -1: as much as there is. */
  readonly defaultLimit: number;
  readonly description: string | null;
}

export interface LimitedService {
  readonly id: ServiceId;
  /** Whether this process serves it, or was told where it is: nothing else is kept of such a service. */
  readonly isMounted: boolean;
}

/** How much a project or a domain may have of it instead. */
export interface Limit {
  readonly id: LimitId;
  readonly registeredLimitId: RegisteredLimitId;
  readonly target: LimitTarget;
  readonly resourceLimit: number;
  readonly description: string | null;
}

export interface LimitTarget {
  readonly kind: 'project' | 'domain';
  readonly id: string;
}

/** What is limited. No two registered limits are about the same. */
export type Limited = Pick<RegisteredLimit, 'service' | 'regionId' | 'resourceName'>;
