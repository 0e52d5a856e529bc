import { assert } from '@berth/engine/assert.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { GivenNumbers } from '../given-numbers.ts';
import type { ActionId, OrderId } from '../ids.ts';
import { issueOrder } from '../orders/issue-order.ts';
import { type Building, theService } from '../orders/order.ts';
import type { Server } from './server.ts';

export interface BuildRequest {
  readonly id: OrderId;
  readonly server: Server;
  readonly building: Building;
  readonly actionId: ActionId | null;
  readonly now: Instant;
}

/** The first thing to do for a server that has got a host: its ports, where it is to have some, and else its machine. */
export function firstBuildOrder(numbers: GivenNumbers, request: BuildRequest): ComputeChange {
  const { id, server, building, actionId, now } = request;
  if (server.ports.length === 0) return hostBuildOrder(numbers, request);
  const order = { id, serverId: server.id, host: theService, actionId, now };
  return issueOrder(numbers, { ...order, work: { kind: 'attach-ports', ...building } });
}

/** What is left to do once it has its ports. */
export function hostBuildOrder(numbers: GivenNumbers, request: BuildRequest): ComputeChange {
  const { id, server, building, actionId, now } = request;
  assert(server.place, 'a server is built where it has a place');
  const order = { id, serverId: server.id, host: server.place.host, actionId, now };
  return issueOrder(numbers, { ...order, work: { kind: 'build', ...building } });
}

/** The same for a server that comes back. */
export function unshelveOrder(
  numbers: GivenNumbers,
  request: Omit<BuildRequest, 'building'> & { readonly imageId: string | null },
): ComputeChange {
  const { id, server, imageId, actionId, now } = request;
  assert(server.place, 'a server is built where it has a place');
  const order = { id, serverId: server.id, host: server.place.host, actionId, now };
  return issueOrder(numbers, { ...order, work: { kind: 'unshelve', imageId } });
}

/** The order to give back all ports of a server, where it may have some. */
export function giveBackPorts(
  numbers: GivenNumbers,
  { ports, id: serverId }: Pick<Server, 'ports' | 'id'>,
  order: {
    readonly id: OrderId;
    readonly isEnding: boolean;
    readonly actionId: ActionId | null;
    readonly now: Instant;
  },
): readonly ComputeChange[] {
  if (ports.length === 0) return [];
  const { id, isEnding, actionId, now } = order;
  const work = { kind: 'detach-ports', isEnding } as const;
  return [issueOrder(numbers, { id, serverId, host: theService, actionId, now, work })];
}
