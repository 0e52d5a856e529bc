import { badRequest } from '@berth/api-kit/http-error.ts';
import { internalZone, isZoneAvailable } from '../availability-zones/zones-of.ts';
import type { ComputeContext } from '../endpoint.ts';
import type { AskedPlace } from './asked-place.ts';

/** A zone that no host that takes servers is in, or that does not exist, cannot be asked for. Whoever forces a host is not asked. */
export function checkZone({ app }: ComputeContext, { zone, forced }: AskedPlace): void {
  if (zone === null || (forced?.host ?? null) !== null) return;
  if (zone === internalZone || isZoneAvailable(app, zone)) return;
  throw badRequest('The requested availability zone is not available');
}
