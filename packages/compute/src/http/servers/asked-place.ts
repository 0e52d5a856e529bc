import { badRequest } from '@berth/api-kit/http-error.ts';
import type { RequestedHost } from '@berth/compute-engine/scheduler/place-request.ts';
import { hostZones } from '../availability-zones/zones-of.ts';
import { checkRule } from '../check-rule.ts';
import type { ComputeContext } from '../endpoint.ts';
import type { CreateBody } from './create-body.ts';

/** Where a server is to go, as far as somebody has said it. */
export interface AskedPlace {
  readonly zone: string | null;
  readonly forced: RequestedHost | null;
  readonly requested: RequestedHost | null;
}

/**
 * A zone may name a host and a node behind it, ZONE:HOST:NODE, which then takes the server whatever the filters say, and whatever its zone
 * is. Both ways are for some only.
 */
export function askedPlace(context: ComputeContext, server: CreateBody['server']): AskedPlace {
  const { zone, forced } = askedZone(context, server.availability_zone);
  const { host = null, hypervisor_hostname: nodeName = null } = server;
  if (host === null && nodeName === null) return { zone, forced, requested: null };
  checkRule(context, 'compute:servers:create:requested_destination');
  if (forced) {
    throw badRequest(
      'One mechanism with host and/or hypervisor_hostname and another mechanism with zone:host:node are mutually exclusive.',
    );
  }
  return { zone, forced, requested: { host, nodeName } };
}

function askedZone(context: ComputeContext, text: string | undefined): Pick<AskedPlace, 'zone' | 'forced'> {
  const { zoneOfNewServers } = context.app.settings.servers;
  if (text === undefined) return { zone: zoneOfNewServers, forced: null };
  const [named = '', host = '', nodeName = '', ...more] = text.split(':');
  if (more.length > 0) throw badRequest('Invalid input received: Unable to parse availability_zone');
  const zone = named || zoneOfNewServers;
  if (host === '' && nodeName === '') return { zone, forced: null };
  checkRule(context, 'os_compute_api:servers:create:forced_host');
  const isThere = zone === hostZones(context.app)(host);
  return { zone: isThere ? zone : null, forced: { host: host || null, nodeName: nodeName || null } };
}
