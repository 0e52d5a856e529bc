import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { unreachable } from '@berth/engine/assert.ts';
import { decide } from '@berth/engine/decide.ts';
import type { ConsumerId, Instant, ProviderId } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute, ComputeCloud } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { OrderId } from '../ids.ts';
import { awaitsSource, type Migration } from '../migrations/migration.ts';
import { issueOrder } from '../orders/issue-order.ts';
import type { Order } from '../orders/order.ts';
import type { Outcome } from '../orders/outcome.ts';
import { removalOf } from '../removal-of.ts';
import type { ServerPlace } from '../servers/server.ts';
import { type LeftoverWork } from './leftover-work.ts';
import { migrationUnderWay, withStatus } from './migration-changes.ts';

type Changes = readonly (ComputeChange | PlacementChange)[];

/** The host is to destroy what it has of the server. A migration leaves something in one place at most, so that the order can be called by it. */
export function leftoverOrdered(
  numbers: GivenNumbers,
  { id: migrationId, serverId }: Migration,
  { host, nodeId }: ServerPlace,
  now: Instant,
): ComputeChange {
  const work = { kind: 'drop-leftover', migrationId, nodeId } as const;
  return issueOrder(numbers, {
    id: migrationId as string as OrderId,
    serverId,
    host,
    work,
    actionId: null,
    now,
  });
}

/** What is to be destroyed on a host that is heard of again, and is not ordered: it could not be done the last time. */
export function leftoversOrderedAgain(
  compute: Compute,
  host: string,
  now: Instant,
): readonly ComputeChange[] {
  const numbers = new GivenNumbers(compute);
  const due = compute.nodes.ofHost(host).flatMap((node) => {
    return [...compute.migrations.leftAt(node.id)].filter(
      ({ id }) => !compute.orders.has(id as string as OrderId),
    );
  });
  return [
    ...due.map((migration) => leftoverOrdered(numbers, migration, migration.source, now)),
    ...numbers.changes(),
  ];
}

/** Where the server must not go, since what was left there is still to be destroyed. */
export function hostsWithLeftovers({ orders, migrations }: Compute, id: ConsumerId): readonly string[] {
  const hosts = orders.leftoversOf(id).map(({ host }) => host);
  for (const migration of migrations.with('server', id).from()) {
    if (awaitsSource(migration)) hosts.push(migration.source.host);
  }
  return hosts;
}

/** What a host has said of an order to destroy what is left on it. */
export function leftoverReported(
  cloud: ComputeCloud,
  { order, work, outcome, now }: { order: Order; work: LeftoverWork; outcome: Outcome; now: Instant },
): Changes {
  const { compute } = cloud;
  const migration = compute.migrations.get(work.migrationId);
  switch (outcome.kind) {
    case 'begun':
      return order.startedAt === null ? [{ kind: 'order-set', thing: { ...order, startedAt: now } }] : [];
    case 'done':
      return [
        removalOf('order', order),
        ...treeReleased(cloud, order.serverId, work.nodeId, now),
        ...(migration && awaitsSource(migration) ? [withStatus(migration, 'completed', now)] : []),
      ];
    case 'failed':
      return [
        removalOf('order', order),
        // What was evacuated is tried again when the host is next heard of; of all else the host warns, which looks at what it has.
        ...(migration && awaitsSource(migration)
          ? []
          : treeReleased(cloud, order.serverId, work.nodeId, now)),
      ];
    case 'progress':
      return [];
    default:
      return unreachable(outcome);
  }
}

/** The server holds nothing of a tree any more, nor does a move for it, which may have to give it back later. */
export function treeReleased(
  { compute, placement }: ComputeCloud,
  serverId: ConsumerId,
  rootId: ProviderId,
  now: Instant,
): readonly PlacementChange[] {
  const moving = migrationUnderWay(compute, { id: serverId });
  const consumerIds = [serverId, ...(moving ? [moving.id] : [])];
  return decide(placement, { kind: 'release-tree', consumerIds, rootId, now });
}
