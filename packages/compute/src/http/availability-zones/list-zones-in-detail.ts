import { sortByCodePoint } from '@berth/api-kit/json/code-points.ts';
import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';
import { aboutNobody, base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { computeBinary, heardOfAt, stateOf } from '../services/service-view.ts';
import { shownTime } from '../shown-time.ts';
import { hostZones, internalZone, zonesOf } from './zones-of.ts';

/** The same zones with the hosts in them that take servers, and the one of the control plane, which is this process and no host. Clients expect it there. */
export const listZonesInDetail = endpoint({
  route: `GET ${base}/os-availability-zone/detail`,
  policy: 'os_compute_api:os-availability-zone:detail',
  target: aboutNobody,
  run: (context) => {
    const { available, unavailable } = zonesOf(context);
    const hosts = hostsByZone(context);
    const open = sortByCodePoint([...available.union(new Set([internalZone]))]).map((zone) =>
      shown(zone, hosts.get(zone) ?? {}),
    );
    const closed = sortByCodePoint([...unavailable]).map((zone) => shown(zone, null));
    return json(200, { availabilityZoneInfo: [...open, ...closed] });
  },
});

type Hosts = Record<string, object>;

function shown(zoneName: string, hosts: Hosts | null) {
  return { zoneName, zoneState: { available: hosts !== null }, hosts };
}

function hostsByZone({ app, now }: ComputeContext): ReadonlyMap<string, Hosts> {
  const zoneOfHost = hostZones(app);
  const found = new Map<string, Hosts>();
  const services = [...app.cloud.compute.services.values()].filter(({ disabled }) => disabled === null);
  for (const service of services.sort((one, other) => one.number - other.number)) {
    // Without what every object has: a host may be called like that.
    const hosts = found.getOrInsertComputed(zoneOfHost(service.host), () => Object.create(null) as Hosts);
    hosts[service.host] = { [computeBinary]: serviceShown(service, now) };
  }
  return found;
}

/** Those that are disabled are not shown, so all are active. */
function serviceShown(service: ComputeService, now: number) {
  return {
    available: stateOf(service) === 'up',
    active: true,
    updated_at: shownTime(heardOfAt(service, now)),
  };
}
