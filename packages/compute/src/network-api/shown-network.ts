import { type FlatNetwork, toText } from '@berth/compute-engine/network/flat-network.ts';

/** The network that is built in, as Neutron shows one that all projects share and that leads nowhere else: no address of it is reached by a floating one. */
export function shownNetwork({ id, name }: FlatNetwork) {
  return {
    id,
    name,
    ...ofNobody,
    admin_state_up: true,
    mtu: 1500,
    status: 'ACTIVE',
    // There is one, so that it can have the same id: ids are told apart by what they are of.
    subnets: [id],
    shared: true,
    availability_zone_hints: [],
    availability_zones: [],
    'router:external': false,
  };
}

/** Its addresses. Those that servers do not get are the network's own, the gateway's, and the last one. */
export function shownSubnet({ id, name, first, last }: FlatNetwork) {
  const size = last - first + 4;
  return {
    id,
    name,
    ...ofNobody,
    network_id: id,
    ip_version: 4,
    subnetpool_id: null,
    enable_dhcp: true,
    ipv6_ra_mode: null,
    ipv6_address_mode: null,
    gateway_ip: toText(first - 1),
    cidr: `${toText(first - 2)}/${32 - Math.log2(size)}`,
    allocation_pools: [{ start: toText(first), end: toText(last) }],
    host_routes: [],
    dns_nameservers: [],
  };
}

const ofNobody = { tenant_id: '', project_id: '', description: '', tags: [] };

/** What of Neutron's extensions is seen in the above. */
export const shownExtensions = [
  extension('external-net', 'Neutron external network', '2013-01-14T10:00:00-00:00'),
  extension('net-mtu', 'Network MTU', '2015-03-25T10:00:00-00:00'),
  extension('project-id', 'project_id field enabled', '2016-09-09T09:09:09-09:09'),
  extension('standard-attr-description', 'standard-attr-description', '2016-02-10T10:00:00-00:00'),
];

function extension(alias: string, name: string, updated: string) {
  return { alias, name, description: name, updated, links: [] };
}
