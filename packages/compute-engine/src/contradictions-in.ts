import type { ComputeCloud } from './compute-state.ts';
import { serverConsumerType } from './servers/claim-of.ts';

/**
 * What never holds of a cloud, whatever was decided: sentences. A server that lives somewhere holds what it uses, and one that is gone
 * holds nothing; whatever a server is busy with, an order ends it; orders are of servers that live, and of each server
 * one is done at a time; no two servers have one address.
 */
export function* contradictionsIn({ compute, placement }: ComputeCloud): Generator<string> {
  const { servers, orders } = compute;
  const addresses = new Map<string, string>();
  for (const server of servers.values()) {
    const { id, deletedAt, place, taskState } = server;
    const consumer = placement.consumers.get(id);
    if (deletedAt !== null) {
      if (consumer?.type === serverConsumerType)
        yield `Server ${id} is gone, and holds something in Placement.`;
      continue;
    }
    if (place && !consumer) yield `Server ${id} is on ${place.host}, and holds nothing in Placement.`;
    if (taskState !== null && orders.ofServer(id).length === 0) {
      yield `Server ${id} is busy (${taskState}), and nobody has anything to do with it.`;
    }
    for (const { address } of server.addresses) {
      const other = addresses.get(address);
      if (other !== undefined) yield `Servers ${other} and ${id} have one address, ${address}.`;
      addresses.set(address, id);
    }
  }
  for (const { id, serverId } of orders.values()) {
    const server = servers.get(serverId);
    if (!server || server.deletedAt !== null)
      yield `Order ${id} is of server ${serverId}, which is not there.`;
    const begun = orders.ofServer(serverId).filter(({ startedAt }) => startedAt !== null);
    if (begun.length > 1 && begun[0]?.id === id)
      yield `Server ${serverId} has ${begun.length} orders under way.`;
  }
}
