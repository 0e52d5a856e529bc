import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { checkUnused } from '../hosts/remove-service.ts';
import type { ServiceId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import { removalOf } from '../removal-of.ts';
import { isLeftoverWork } from './leftover-work.ts';
import { treeReleased } from './leftovers.ts';

/** A host does not come back: what it had of servers that live elsewhere now is gone with it, and they hold nothing there any more. */
export interface ForgetLeftovers {
  readonly kind: 'forget-leftovers';
  readonly id: ServiceId;
  readonly now: Instant;
}

/** Only where the host itself can go, which is asked for next. */
export function forgetLeftovers(
  cloud: ComputeCloud,
  { id, now }: ForgetLeftovers,
): readonly (ComputeChange | PlacementChange)[] {
  const { compute } = cloud;
  const { host } = compute.services.get(id) ?? refuse({ kind: 'service-not-found', id });
  checkUnused(compute, host);
  const ordered = [...compute.orders.ready.of(host)].filter(({ work }) => isLeftoverWork(work));
  const left = compute.nodes.ofHost(host).flatMap((node) => {
    return [...compute.migrations.leftAt(node.id)].map(({ serverId }) => ({ serverId, nodeId: node.id }));
  });
  const held = [
    ...left,
    ...ordered.flatMap(({ serverId, work }) =>
      isLeftoverWork(work) ? [{ serverId, nodeId: work.nodeId }] : [],
    ),
  ];
  const once = new Map(held.map((each) => [`${each.serverId} ${each.nodeId}`, each]));
  return [
    ...ordered.map((order) => removalOf('order', order)),
    ...[...once.values()].flatMap(({ serverId, nodeId }) => treeReleased(cloud, serverId, nodeId, now)),
  ];
}
