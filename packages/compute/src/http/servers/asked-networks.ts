import { badRequest } from '@berth/api-kit/http-error.ts';
import { isUuidLike } from '@berth/api-kit/json/uuid.ts';
import { type FlatNetwork, toNumber } from '@berth/compute-engine/network/flat-network.ts';
import type { AddressRequest } from '@berth/compute-engine/network/give-addresses.ts';
import { checkRule } from '../check-rule.ts';
import type { ComputeContext } from '../endpoint.ts';
import type { CreateBody, WireNetwork } from './create-body.ts';

/** What is asked for, so far as it can be understood: nothing at all is an address of whatever network there is. */
export function askedNetworks(
  context: ComputeContext,
  { networks = 'auto' }: CreateBody['server'],
): readonly WireNetwork[] | 'none' | 'auto' {
  if (typeof networks === 'string') {
    if (networks === 'auto' && context.app.settings.servers.network) checkMayAttach(context, networks);
    return networks;
  }
  for (const network of networks) checkForm(network);
  if (networks.length > 0) checkMayAttach(context, networks);
  return networks.length === 0 ? 'auto' : networks;
}

function checkMayAttach(context: ComputeContext, _networks: unknown): void {
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

/** What belongs to one server cannot be given to several. */
export function checkSeveralOnNetworks(networks: readonly WireNetwork[] | string, most: number): void {
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
export function addressRequests(
  networks: readonly WireNetwork[] | 'none' | 'auto',
  network: FlatNetwork,
): readonly AddressRequest[] {
  if (networks === 'none') return [];
  if (networks === 'auto') return [null];
  return networks.map(({ port, uuid, fixed_ip: text }) => {
    if (port !== undefined && port !== null) throw badRequest(`Port id ${port} could not be found.`);
    if (uuid?.toLowerCase() !== network.id) throw badRequest(`Network ${uuid} could not be found.`);
    if (text === undefined) return null;
    const address = toNumber(text);
    if (address !== null && address >= network.first && address <= network.last) return address;
    throw badRequest(`Fixed IP ${text} is not a valid ip address for network ${network.id}.`);
  });
}
