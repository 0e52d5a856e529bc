import { hostZones } from '../availability-zones/zones-of.ts';
import { aboutNobody, base, endpoint, json } from '../endpoint.ts';

/** Until 2.42, since agents tell the same of hosts: who takes servers, and in which zone. One zone alone can be asked for. */
export const listHosts = endpoint({
  route: `GET ${base}/os-hosts`,
  until: '2.42',
  policy: 'os_compute_api:os-hosts:list',
  target: aboutNobody,
  run: ({ app, query }) => {
    const zoneOf = hostZones(app);
    const asked = query.last('zone') ?? '';
    const hosts = [...app.cloud.compute.services.values()]
      .filter(({ disabled }) => disabled === null)
      .sort((one, other) => one.number - other.number)
      .map(({ host }) => ({ host_name: host, service: 'compute', zone: zoneOf(host) }))
      .filter(({ zone }) => asked === '' || zone === asked);
    return json(200, { hosts });
  },
});
