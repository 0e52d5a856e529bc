import type { Compute } from '@berth/compute-engine/compute-state.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';

export type HostStatus = 'UP' | 'UNKNOWN' | 'DOWN' | 'MAINTENANCE' | '';

/** What operators are told of the host that a server is on. */
export function hostStatusOf({ services }: Pick<Compute, 'services'>, { deletedAt, place }: Server): HostStatus {
  const service = place === null || deletedAt !== null ? undefined : services.ofHost(place.host);
  if (service === undefined) return '';
  if (service.isForcedDown) return 'DOWN';
  if (service.disabled !== null) return 'MAINTENANCE';
  return service.isUp ? 'UP' : 'UNKNOWN';
}
