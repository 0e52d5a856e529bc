import { badRequest } from '@berth/api-kit/http-error.ts';
import { isUuidLike } from '@berth/api-kit/json/uuid.ts';
import { type FlatNetwork, toNumber } from '@berth/compute-engine/network/flat-network.ts';
import type { AddressRequest } from '@berth/compute-engine/network/give-addresses.ts';
import { checkPortCount } from '../../networks/port-count.ts';
import { checkRule } from '../check-rule.ts';
import type { ComputeContext } from '../endpoint.ts';
import type { CreateBody, WireNetwork } from './create-body.ts';

/** What is asked for, so far as it can be understood. Nothing said is whatever network there is. */
export type AskedNetworks = readonly WireNetwork[] | 'none' | 'auto' | 'unsaid';

export function askedNetworks(
  context: ComputeContext,
  { networks = [] }: CreateBody['server'],
): AskedNetworks {
  if (typeof networks === 'string') {
    if (networks === 'auto') checkMayAttach(context);
    return networks;
  }
  for (const network of networks) checkForm(network);
  checkPortsDiffer(networks);
  checkMayAttach(context);
  return networks.length === 0 ? 'unsaid' : networks;
}

function checkMayAttach(context: ComputeContext): void {
  checkRule(context, 'os_compute_api:servers:create:attach_network');
}

function checkForm({ port, uuid, fixed_ip: address }: WireNetwork): void {
  if (port !== undefined && port !== null) {
    if (address === undefined) return;
    throw badRequest(
      `Specified Fixed IP '${address}' cannot be used with port '${port}': the two cannot be specified together.`,
    );
  }
  if (uuid === undefined) throw badRequest("Bad network format: missing 'uuid'");
  if (!isUuidLike(uuid))
    throw badRequest(`Bad networks format: network uuid is not in proper format (${uuid})`);
}

function checkPortsDiffer(networks: readonly WireNetwork[]): void {
  const seen = new Set<string>();
  for (const { port } of networks) {
    if (port === undefined || port === null) continue;
    if (seen.has(port))
      throw badRequest(`Port ID '${port}' was specified twice: you cannot attach a port multiple times.`);
    seen.add(port);
  }
}

/** What belongs to one server cannot be given to several. */
export function checkSeveralOnNetworks(networks: AskedNetworks, most: number): void {
  if (most <= 1 || typeof networks === 'string') return;
  for (const { port, fixed_ip: address } of networks) {
    if (address !== undefined) {
      throw badRequest(
        'Failed to launch instances: max_count cannot be greater than 1 if an fixed_ip is specified.',
      );
    }
    if (port !== undefined && port !== null) {
      throw badRequest(
        'Failed to launch instances: Unable to launch multiple instances with a single configured port ID. Please launch your instance one by one with different ports.',
      );
    }
  }
}

/** What a server is to have of the one network that there is. Ports are of another service, so there are none. */
export function addressRequests(networks: AskedNetworks, network: FlatNetwork): readonly AddressRequest[] {
  if (networks === 'none') return [];
  if (networks === 'auto' || networks === 'unsaid') return [null];
  checkPortCount(networks.length);
  return networks.map(({ port, uuid, fixed_ip: text }) => {
    if (port !== undefined && port !== null) throw badRequest(`Port id ${port} could not be found.`);
    if (uuid?.toLowerCase() !== network.id) throw badRequest(`Network ${uuid} could not be found.`);
    if (text === undefined) return null;
    const address = toNumber(text);
    if (address !== null && address >= network.first && address <= network.last) return address;
    throw badRequest(`Fixed IP ${text} is not a valid ip address for network ${network.id}.`);
  });
}
