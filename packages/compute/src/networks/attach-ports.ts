import { isIP } from 'node:net';
import type { AttachedPort, ServerPort } from '@berth/compute-engine/network/server-port.ts';
import type { Server, ServerAddress } from '@berth/compute-engine/servers/server.ts';
import { BindingFailed, NetworkRefusal } from './network-errors.ts';
import type { Neutron } from './neutron.ts';
import { type JsonObject, type NeutronPort, readNetwork, readPort, textAt } from './read-neutron.ts';

/**
 * Gives a server its ports, bound to its host. It may be done again at any time, whatever an earlier attempt has left behind: ports that
 * are the server's already are taken for those that are asked for, and none is made twice. What was made too often goes.
 */
export async function attachPorts(neutron: Neutron, server: Server): Promise<readonly AttachedPort[]> {
  const there = (await neutron.list('ports', { device_id: server.id }))
    .map(readPort)
    // Whoever likes can say that its port is of this server.
    .filter(({ projectId }) => projectId === server.projectId);
  const given = new Set(server.ports.flatMap(({ id, isGiven }) => (isGiven && id !== null ? [id] : [])));
  const made = new Set(there.filter(({ id }) => !given.has(id)));
  const attached: AttachedPort[] = [];
  const asked = await withNetworks(neutron, server);
  const taken = takenOf(asked, made);
  for (const [index, port] of asked.entries()) {
    const own = taken[index] ?? null;
    const bound = port.isGiven
      ? await bindGiven(neutron, server, port)
      : own
        ? await bind(neutron, server, own)
        : await make(neutron, server, port);
    if (bound.vifType === 'binding_failed') throw new BindingFailed(bound.id);
    attached.push(await attachedPort(neutron, bound));
  }
  for (const surplus of made) await neutron.deletePort(surplus.id);
  return attached;
}

/** Those without a network are on the one that is made for the project. */
async function withNetworks(neutron: Neutron, server: Server): Promise<readonly ServerPort[]> {
  if (server.ports.every(({ networkId }) => networkId !== null)) return server.ports;
  const path = `/auto-allocated-topology/${encodeURIComponent(server.projectId)}`;
  const topology = await neutron.find(path, 'auto_allocated_topology');
  if (!topology) throw new NetworkRefusal(404, '', `no network for project ${server.projectId}`);
  const networkId = textAt(topology, 'id');
  return server.ports.map((port) => (port.networkId === null ? { ...port, networkId } : port));
}

/**
 * For each port that is to be made, one that has been made for it: the very one that the server has had, one with the address that it is to have, one on the network.
 * What is taken is left out of `made`.
 */
function takenOf(asked: readonly ServerPort[], made: Set<NeutronPort>): (NeutronPort | null)[] {
  const taken: (NeutronPort | null)[] = asked.map(() => null);
  for (const isThatOne of waysToTell) {
    for (const [index, port] of asked.entries()) {
      if (port.isGiven || taken[index] !== null) continue;
      const found = [...made].find((each) => isThatOne(port, each));
      if (!found) continue;
      taken[index] = found;
      made.delete(found);
    }
  }
  return taken;
}

/** The surest first. */
const waysToTell: readonly ((asked: ServerPort, made: NeutronPort) => boolean)[] = [
  ({ id }, made) => made.id === id,
  ({ address, networkId }, made) =>
    address !== null && made.networkId === networkId && made.addresses.includes(address),
  ({ address, networkId }, made) => address === null && made.networkId === networkId,
];

async function bindGiven(neutron: Neutron, server: Server, { id }: ServerPort): Promise<NeutronPort> {
  const found = id === null ? null : await neutron.find(`/ports/${encodeURIComponent(id)}`, 'port');
  if (!found) throw new NetworkRefusal(404, 'PortNotFound', `Port id ${id} could not be found.`);
  const port = readPort(found);
  if (port.projectId !== server.projectId)
    throw new NetworkRefusal(409, '', `Port ${port.id} not usable for instance ${server.id}.`);
  if (port.deviceId !== '' && port.deviceId !== server.id)
    throw new NetworkRefusal(409, '', `Port ${port.id} is still in use.`);
  return await bind(neutron, server, port);
}

async function bind(neutron: Neutron, server: Server, port: NeutronPort): Promise<NeutronPort> {
  const isBound = port.deviceId === server.id && port.host === hostOf(server);
  return isBound && port.vifType !== 'binding_failed'
    ? port
    : readPort(await neutron.changePort(port.id, binding(server)));
}

async function make(neutron: Neutron, server: Server, port: ServerPort): Promise<NeutronPort> {
  const { networkId, address, securityGroups } = port;
  const made = await neutron.createPort({
    network_id: networkId,
    tenant_id: server.projectId,
    admin_state_up: true,
    ...binding(server),
    ...(address === null ? {} : { fixed_ips: [{ ip_address: address }] }),
    ...(securityGroups.length === 0 ? {} : { security_groups: securityGroups.map(({ id }) => id) }),
  });
  return readPort(made);
}

function hostOf({ place }: Server): string {
  return place?.host ?? '';
}

function binding(server: Server): JsonObject {
  return {
    device_id: server.id,
    device_owner: `compute:${server.place?.zone ?? ''}`,
    'binding:host_id': hostOf(server),
  };
}

async function attachedPort(neutron: Neutron, { id, networkId, mac, addresses }: NeutronPort) {
  const network = await neutron.find(`/networks/${encodeURIComponent(networkId)}`, 'network');
  const name = network ? readNetwork(network).name : networkId;
  const shown = addresses.map((address): ServerAddress => {
    return { network: name, version: isIP(address) === 6 ? 6 : 4, address, mac };
  });
  return { id, networkId, addresses: shown };
}
