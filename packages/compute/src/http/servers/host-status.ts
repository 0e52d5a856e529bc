import type { Compute } from '@berth/compute-engine/compute-state.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ServerViewer } from './server-viewer.ts';

export type HostStatus = 'UP' | 'UNKNOWN' | 'DOWN' | 'MAINTENANCE' | '';

/** As far as the viewer is told of it. */
export function hostStatusSeen(
  { compute, hostStatuses }: ServerViewer,
  server: Server,
): HostStatus | undefined {
  if (hostStatuses === 'none') return undefined;
  const status = hostStatusOf(compute, server);
  return hostStatuses === 'all' || status === 'UNKNOWN' ? status : undefined;
}

/** What operators are told of the host that a server is on. */
function hostStatusOf({ services }: Pick<Compute, 'services'>, { deletedAt, place }: Server): HostStatus {
  const service = place === null || deletedAt !== null ? undefined : services.ofHost(place.host);
  if (service === undefined) return '';
  if (service.isForcedDown) return 'DOWN';
  if (service.disabled !== null) return 'MAINTENANCE';
  return service.isUp ? 'UP' : 'UNKNOWN';
}
