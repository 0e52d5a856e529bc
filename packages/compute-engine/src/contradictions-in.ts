import type { ComputeCloud } from './compute-state.ts';
import { aggregateContradictions } from './host-aggregates/aggregate-contradictions.ts';
import { isUnderWay, type Migration } from './migrations/migration.ts';
import { migrationConsumerType, migrationUnderWay } from './moves/migration-changes.ts';
import { isLeftoverWork } from './moves/leftover-work.ts';
import { isMoveWork } from './moves/move-work.ts';
import { isPortWork, type Order, theService } from './orders/order.ts';
import { serverConsumerType } from './servers/claim-of.ts';
import type { Server } from './servers/server.ts';
import { addressKey, serverContradictions } from './servers/server-contradictions.ts';

const { holdsThoughGone, holdsThoughNowhere, holdsNothing, busyInVain, oneAddress } = serverContradictions;
const { movesInVain, holdsThoughMoved, holdsNothingOnItsWay, noMigration } = serverContradictions;

/**
 * What never holds of a cloud, whatever was decided: sentences. A server that lives somewhere holds what it uses, and one that is gone
 * or nowhere holds nothing; a shelved one can be made again; whatever a server is busy with, an order ends it; orders are of servers that live, and of each server
 * one is done at a time; no two servers have one address on one network; decisions are kept of servers that there are; as long as a
 * server may have a port somewhere, it says so; and what is in aggregates that there are is a host, and in one zone.
 */
export function* contradictionsIn({ compute, placement }: ComputeCloud): Generator<string> {
  const { servers, orders, decisionLogs } = compute;
  const addresses = new Map<string, string>();
  for (const server of servers.values()) {
    const { id, deletedAt, place, taskState } = server;
    const consumer = placement.consumers.get(id);
    if (deletedAt !== null) {
      if (consumer?.type === serverConsumerType) yield sentence(holdsThoughGone(id));
      if (server.ports.length > 0) yield `Server ${id} is gone, and has ports.`;
      continue;
    }
    if (place && !consumer) yield sentence(holdsNothing(id, place.host));
    if (!place && consumer?.type === serverConsumerType) yield sentence(holdsThoughNowhere(id));
    yield* shelvedContradictions(server, orders.ofServer(id));
    if (taskState !== null && orders.ofServer(id).length === 0) yield sentence(busyInVain(id, taskState));
    yield* portContradictions(server, orders.ofServer(id));
    // Networks of other services may be alike.
    if (server.ports.length > 0) continue;
    for (const each of server.addresses) {
      const key = addressKey(each);
      const other = addresses.get(key);
      if (other !== undefined) yield sentence(oneAddress(other, id, each.address));
      addresses.set(key, id);
    }
  }
  yield* moveContradictions({ compute, placement });
  for (const id of decisionLogs.ids()) {
    if (!servers.has(id)) yield `Decisions are kept about server ${id}, which is not there.`;
  }
  const ofAggregates = aggregateContradictions(
    compute.aggregateHosts.values(),
    (id) => compute.hostAggregates.get(id),
    (host) => compute.services.ofHost(host) !== undefined,
  );
  for (const { text } of ofAggregates) yield sentence(text);
  for (const { id, serverId, host, work } of orders.values()) {
    if (isPortWork(work) !== (host === theService))
      yield `Order ${id} (${work.kind}) is for nobody who does it.`;
    const server = servers.get(serverId);
    if (!server || server.deletedAt !== null)
      yield `Order ${id} is of server ${serverId}, which is not there.`;
    const isHere =
      server?.place?.host === host || (server && migrationUnderWay(compute, server)?.target?.host === host);
    if (isLeftoverWork(work) && isHere)
      yield `Order ${id} is to destroy what ${host} has of server ${serverId}, which lives there or is to.`;
    const begun = orders.inLine(serverId).filter(({ startedAt }) => startedAt !== null);
    if (begun.length > 1 && begun[0]?.id === id)
      yield `Server ${serverId} has ${begun.length} orders under way.`;
  }
}

/**
 * A move goes on, is taken back, or waits for somebody to say which; as long as it may be taken back, the migration holds what the server held. A
 * server is in one move at a time.
 */
function* moveContradictions({ compute, placement }: ComputeCloud): Generator<string> {
  const { servers, orders, migrations } = compute;
  const moving = new Set<string>();
  for (const migration of migrations.values()) {
    const { id, serverId, status } = migration;
    const server = servers.get(serverId);
    if (!server || server.deletedAt !== null) {
      yield `Migration ${id} is of server ${serverId}, which is not there.`;
      continue;
    }
    const isHeld = placement.consumers.has(id);
    if (!isUnderWay(migration)) {
      if (isHeld) yield sentence(holdsThoughMoved(id));
      continue;
    }
    if (moving.has(serverId)) yield `Server ${serverId} is in two moves.`;
    moving.add(serverId);
    const waits = status === 'finished' && server.vmState === 'resized';
    if (!waits && !orders.ofServer(serverId).some((order) => endsMove(order, migration))) {
      yield sentence(movesInVain(id, status));
    }
    // What is evacuated holds what it had where it was itself.
    if (!isHeld && status !== 'reverting' && migration.type !== 'evacuation')
      yield sentence(holdsNothingOnItsWay(id));
  }
  // A Nova that has this Placement as its own has migrations that compute knows nothing of; on our nodes there are only ours.
  for (const { id, type, allocations } of placement.consumers.values()) {
    if (type !== migrationConsumerType || migrations.has(id)) continue;
    if (allocations.some(({ provider }) => compute.nodes.has(provider.root.id)))
      yield sentence(noMigration(id));
  }
}

/** A step of the move, or the end of the server. */
function endsMove({ work }: Order, { id }: Migration): boolean {
  const step = work.kind === 'move-ports' ? work.next : work;
  return isMoveWork(step) ? step.migrationId === id : endings.has(step.kind);
}

const endings: ReadonlySet<string> = new Set(['destroy', 'detach-ports']);

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** A server that left its host for its shelf has what it is made of when it comes back, and is on no host until then. */
function* shelvedContradictions(
  { id, vmState, place, shelved }: Server,
  orders: readonly Order[],
): Generator<string> {
  if ((vmState === 'shelved' || vmState === 'shelved_offloaded') && shelved === null)
    yield `Server ${id} is shelved, and nobody knows of what it can be made again.`;
  if (vmState === 'shelved_offloaded' && place !== null && orders.length === 0)
    yield `Server ${id} is offloaded, and on ${place.host}.`;
}

/** Ports of a server that begins are made, and those of a server that is nowhere for good are given back; a shelved one keeps them. */
function* portContradictions(
  { id, place, ports, taskState, shelved }: Server,
  orders: readonly Order[],
): Generator<string> {
  const isToDo = orders.some(({ work }) => isPortWork(work));
  if (isToDo) return;
  if (ports.length > 0 && place === null && shelved === null)
    yield `Server ${id} is nowhere, and nobody gives its ports back.`;
  if (taskState === 'scheduling' && ports.some((port) => port.id === null))
    yield `Server ${id} has no port yet, and nobody makes one.`;
}
