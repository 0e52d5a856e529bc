import { badRequest } from '@berth/api-kit/http-error.ts';
import type { ComputeContext } from '../endpoint.ts';
import { zonesOf } from './zones-of.ts';

/** A zone that no host that is up is in, or that does not exist, cannot be asked for. */
export function checkZone(context: ComputeContext, zone: string | null): void {
  if (zone === null || zonesOf(context).has(zone)) return;
  throw badRequest('The requested availability zone is not available');
}
