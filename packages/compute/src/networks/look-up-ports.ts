import { badRequest, conflict, HttpError } from '@berth/api-kit/http-error.ts';
import type { ServerPort } from '@berth/compute-engine/network/server-port.ts';
import type { AskedPort, AskedPorts, FoundPorts, NetworkAsker } from './networks.ts';
import type { Neutron } from './neutron.ts';
import { NetworkRefusal } from './network-errors.ts';
import { checkPortCount } from './port-count.ts';
import { type NeutronNetwork, type NeutronPort, readNetwork, readPort } from './read-neutron.ts';

/**
 * The ports that servers are to have, as far as it can be known before there is a server: in the original's order, since clients see which of
 * several mistakes is told. What changes until the ports are made is told by the server.
 */
export async function lookUpPorts(neutron: Neutron, asked: AskedPorts): Promise<FoundPorts> {
  const { networks, by, most } = asked;
  if (networks === 'none') return { ports: [], most };
  const isChosen = networks !== 'auto' && networks !== 'unsaid';
  if (isChosen) checkPortCount(networks.length);
  const ports = isChosen ? await chosenPorts(neutron, asked, networks) : await usualPorts(neutron, asked);
  // Where no network is chosen one port is counted, even if nothing comes of it.
  const needed = isChosen ? ports.filter(({ isGiven }) => !isGiven).length : 1;
  return { ports, most: await portsLeftFor(neutron, by, needed, most) };
}

/** One on the only network that the project has. */
async function usualPorts(neutron: Neutron, asked: AskedPorts): Promise<readonly ServerPort[]> {
  const { by, networks, securityGroups } = asked;
  const [own, shared] = await Promise.all([
    neutron.list('networks', { tenant_id: by.projectId, shared: 'false' }),
    neutron.list('networks', { shared: 'true' }),
  ]);
  const found = [...own, ...shared].map(readNetwork);
  if (found.length > 1)
    throw conflict('Multiple possible networks found, use a Network ID to be more specific.');
  const [network] = found;
  const made = { ...newPort, securityGroups };
  if (network) {
    refuseExternal(network, by);
    return [{ ...made, networkId: network.id }];
  }
  if (networks !== 'auto') return [];
  if (!(await canMakeNetwork(neutron, by)))
    throw badRequest(`Unable to automatically allocate a network for project ${by.projectId}`);
  return [made];
}

const newPort: ServerPort = {
  id: null,
  networkId: null,
  isGiven: false,
  address: null,
  securityGroups: [],
  tag: null,
};

/** Whether the service would make a network for the project. */
async function canMakeNetwork(neutron: Neutron, { projectId }: NetworkAsker): Promise<boolean> {
  const path = `/auto-allocated-topology/${encodeURIComponent(projectId)}?fields=dry-run`;
  try {
    return (await neutron.find(path, 'auto_allocated_topology')) !== null;
  } catch (thrown) {
    if (thrown instanceof NetworkRefusal) return false;
    throw thrown;
  }
}

async function chosenPorts(
  neutron: Neutron,
  { by, securityGroups }: AskedPorts,
  asked: readonly AskedPort[],
): Promise<readonly ServerPort[]> {
  const given = await portsByIds(neutron, asked);
  const ports: ServerPort[] = [];
  for (const { portId, networkId, address, tag } of asked) {
    if (portId !== null) {
      const port = given.get(portId.toLowerCase());
      if (!port) throw badRequest(`Port id ${portId} could not be found.`);
      refuseUnusable(port, portId);
      ports.push({ ...newPort, id: port.id, networkId: port.networkId, isGiven: true, tag });
      continue;
    }
    if (address !== null && networkId !== null) await refuseUsedAddress(neutron, networkId, address);
    ports.push({ ...newPort, networkId, address, securityGroups, tag });
  }
  await refuseUnknownNetworks(
    neutron,
    ports.flatMap(({ isGiven, networkId }) => (isGiven || networkId === null ? [] : [networkId])),
    by,
  );
  return ports;
}

async function portsByIds(
  neutron: Neutron,
  asked: readonly AskedPort[],
): Promise<ReadonlyMap<string, NeutronPort>> {
  const ids = asked.flatMap(({ portId }) => (portId === null ? [] : [portId.toLowerCase()]));
  if (ids.length === 0) return new Map();
  const found = (await neutron.list('ports', { id: ids })).map(readPort);
  return new Map(found.map((port) => [port.id, port]));
}

function refuseUnusable({ deviceId, allocation, addresses }: NeutronPort, id: string): void {
  if (deviceId !== '') throw conflict(`Port ${id} is still in use.`);
  const needsNoAddress = allocation === 'deferred' || allocation === 'none';
  if (!needsNoAddress && addresses.length === 0)
    throw badRequest(`Port ${id} requires a FixedIP in order to be used.`);
}

async function refuseUsedAddress(neutron: Neutron, networkId: string, address: string): Promise<void> {
  const filters = { network_id: networkId, fixed_ips: `ip_address=${address}` };
  const [used] = (await neutron.list('ports', filters)).map(readPort);
  if (used) throw badRequest(`Fixed IP address ${address} is already in use on instance ${used.deviceId}.`);
}

async function refuseUnknownNetworks(
  neutron: Neutron,
  ids: readonly string[],
  by: NetworkAsker,
): Promise<void> {
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (asked.length === 0) return;
  const found = (await neutron.list('networks', { id: asked })).map(readNetwork);
  const known = new Map(found.map((network) => [network.id, network]));
  for (const network of found) {
    if (!network.hasSubnets)
      throw badRequest(`Network ${network.id} requires a subnet in order to boot instances on.`);
  }
  const unknown = asked.filter((id) => !known.has(id));
  if (unknown.length > 0) throw badRequest(`Network ${unknown.join(', ')} could not be found.`);
  for (const network of found) refuseExternal(network, by);
}

function refuseExternal({ id, isExternal, isShared }: NeutronNetwork, by: NetworkAsker): void {
  if (isExternal && !isShared && !by.mayAttachExternal)
    throw new HttpError(403, `It is not allowed to create an interface on external network ${id}`);
}

/** As far as the project's ports reach. */
async function portsLeftFor(
  neutron: Neutron,
  { projectId }: NetworkAsker,
  needed: number,
  most: number,
): Promise<number> {
  if (needed === 0) return most;
  const quota = await neutron.find(`/quotas/${encodeURIComponent(projectId)}`, 'quota');
  const limit = quota?.['port'];
  if (typeof limit !== 'number' || limit === -1) return most;
  const used = (await neutron.list('ports', { tenant_id: projectId, fields: 'id' })).length;
  if (limit < used)
    throw new HttpError(403, `The number of defined ports: ${used} is over the limit: ${limit}`);
  return Math.min(most, Math.floor((limit - used) / needed));
}
