import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { Neutron } from './neutron.ts';
import { readPort } from './read-neutron.ts';

/**
 * Gives back all ports of a server: those that were given to it are let go of, and all others that say they are its own are deleted, as in
 * the original. It may be done again at any time.
 */
export async function detachPorts(
  neutron: Neutron,
  { id, ports }: Pick<Server, 'id' | 'ports'>,
): Promise<void> {
  const given = new Set(ports.flatMap((port) => (port.isGiven && port.id !== null ? [port.id] : [])));
  const there = (await neutron.list('ports', { device_id: id })).map(readPort);
  for (const port of there) {
    if (given.has(port.id)) await neutron.changePort(port.id, nobodys);
    else await neutron.deletePort(port.id);
  }
}

const nobodys = { device_id: '', device_owner: '', 'binding:host_id': null };
