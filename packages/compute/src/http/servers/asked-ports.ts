import { isIP } from 'node:net';
import type { AddressRequest } from '@berth/compute-engine/network/give-addresses.ts';
import type { ServerPort } from '@berth/compute-engine/network/server-port.ts';
import type { NetworkAsker } from '../../networks/networks.ts';
import { serversWithPorts, tooManyPorts } from '../../networks/port-count.ts';
import type { ComputeContext } from '../endpoint.ts';
import { addressRequests, type AskedNetworks } from './asked-networks.ts';
import { checkSecurityGroups, groupNamesIn } from './asked-security-groups.ts';
import type { CreateBody, WireNetwork } from './create-body.ts';
import { plainAddress } from './plain-address.ts';

/** What each of some servers is to have of networks, of the built-in one or of the network service, and how many servers can have that. */
export interface NetworkWishes {
  readonly addresses: readonly AddressRequest[];
  readonly ports: readonly ServerPort[];
  readonly most: number;
}

/** The groups of a network service that ports are to be in; without one there is a group for all, and no other. */
export async function askedSecurityGroups(
  context: ComputeContext,
  server: CreateBody['server'],
): Promise<ServerPort['securityGroups']> {
  const { networks } = context.app;
  if (networks) return await networks.securityGroups(groupNamesIn(server), askerOf(context));
  checkSecurityGroups(context, server);
  return [];
}

export async function askedPorts(
  context: ComputeContext,
  asked: AskedNetworks,
  {
    least,
    most,
    securityGroups,
  }: {
    readonly least: number;
    readonly most: number;
    readonly securityGroups: ServerPort['securityGroups'];
  },
): Promise<NetworkWishes> {
  const { networks, settings } = context.app;
  if (!networks) {
    const addresses = addressRequests(asked, settings.servers.network);
    return { addresses, ports: [], most: mostWith(addresses.length, most, least) };
  }
  const found = await networks.lookUp({
    by: askerOf(context),
    networks: typeof asked === 'string' ? asked : asked.map(portIn),
    securityGroups,
    most,
  });
  return { addresses: [], ports: found.ports, most: mostWith(found.ports.length, found.most, least) };
}

function mostWith(ports: number, asked: number, least: number): number {
  const most = Math.min(asked, serversWithPorts(ports));
  if (most < least) throw tooManyPorts();
  return most;
}

function askerOf({ app, caller, headers }: ComputeContext): NetworkAsker {
  return {
    token: headers['x-auth-token'] ?? '',
    projectId: caller.projectId ?? '',
    mayAttachExternal: app.policy.allows('network:attach_external_network', caller),
  };
}

function portIn({ port, uuid, fixed_ip: address, tag }: WireNetwork) {
  return {
    portId: port ?? null,
    networkId: port === undefined || port === null ? (uuid?.toLowerCase() ?? null) : null,
    address: address === undefined ? null : isIP(address) === 6 ? plainAddress(address) : address,
    tag: tag ?? null,
  };
}
