import type { Compute } from '../compute-state.ts';
import { refuse } from '../refusals.ts';
import type { ServerAddress } from '../servers/server.ts';
import { addressIn, type FlatNetwork, toText } from './flat-network.ts';

/** What a server is to have of the network: null for whatever address is free. */
export type AddressRequest = number | null;

/** Addresses for servers that are asked for together: for each of them all of these. Null where there are not so many left. */
export function giveAddresses(
  { servers: { addresses } }: Pick<Compute, 'servers'>,
  network: FlatNetwork,
  requests: readonly AddressRequest[],
  count: number,
): readonly (readonly ServerAddress[])[] | null {
  const given = new Set<number>();
  for (const asked of requests) {
    if (asked === null) continue;
    if (addresses.has(asked) || given.has(asked)) refuse({ kind: 'address-in-use', address: toText(asked) });
    given.add(asked);
  }
  const all: (readonly ServerAddress[])[] = [];
  let from = network.first;
  for (let index = 0; index < count; index++) {
    const own: ServerAddress[] = [];
    for (const asked of requests) {
      const address = asked ?? addresses.lowestFree(network, given, from);
      if (address === null) return null;
      if (asked === null) from = address + 1;
      given.add(address);
      own.push(addressIn(network, address));
    }
    all.push(own);
  }
  return all;
}
