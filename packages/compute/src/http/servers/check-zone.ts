import { badRequest } from '@berth/api-kit/http-error.ts';
import { internalZone, zonesOf } from '../availability-zones/zones-of.ts';
import type { ComputeContext } from '../endpoint.ts';

/** A zone that no host that takes servers is in, or that does not exist, cannot be asked for. */
export function checkZone(context: ComputeContext, zone: string | null): void {
  if (zone === null || zone === internalZone || zonesOf(context).available.has(zone)) return;
  throw badRequest('The requested availability zone is not available');
}
