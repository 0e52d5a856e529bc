import { sortByCodePoint } from '@berth/api-kit/json/code-points.ts';
import { aboutNobody, base, endpoint, json } from '../endpoint.ts';
import { internalZone, zonesOf } from './zones-of.ts';

/** The zones that servers can be asked to go to, and behind them those that take none now. It is open to whoever has a token for a project. */
export const listZones = endpoint({
  route: `GET ${base}/os-availability-zone`,
  policy: 'os_compute_api:os-availability-zone:list',
  target: aboutNobody,
  run: (context) => {
    const { available, unavailable } = zonesOf(context);
    return json(200, { availabilityZoneInfo: [...shown(available, true), ...shown(unavailable, false)] });
  },
});

/** Which hosts are in a zone is told in detail only. */
function shown(zones: ReadonlySet<string>, available: boolean) {
  return sortByCodePoint([...zones])
    .filter((zone) => zone !== internalZone)
    .map((zoneName) => ({ zoneName, zoneState: { available }, hosts: null }));
}
