import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { imageUnwanted } from '../images/image-chore.ts';
import { removalOf } from '../removal-of.ts';
import { claimGivenBack } from './claim-of.ts';
import { orderGivenUp } from './order-given-up.ts';
import type { Server } from './server.ts';
import type { PowerState } from './server-states.ts';

/**
 * The changes by which a server is gone, once it has no ports any more: it is kept for those who ask what has changed, holds nothing, has no address, is in no
 * group, and nobody has anything to do with it any more. An image that was made of it to be shelved goes, too, and what it held where it came from.
 */
export function endServer(
  { compute, placement }: ComputeCloud,
  server: Server,
  { powerState, now }: { readonly powerState: PowerState; readonly now: Instant },
): readonly (ComputeChange | PlacementChange)[] {
  const { id } = server;
  const ended: Server = {
    ...server,
    vmState: 'deleted',
    taskState: null,
    powerState,
    fault: null,
    shelved: null,
    addresses: [],
    ports: [],
    terminatedAt: now,
    deletedAt: now,
    updatedAt: now,
  };
  return [
    { kind: 'server-set', thing: ended },
    ...compute.orders.ofServer(id).flatMap((order) => orderGivenUp(order, now)),
    // What hosts have left of it they find out about when they compare what they have.
    ...compute.orders.leftoversOf(id).map((order) => removalOf('order', order)),
    ...imageUnwanted(server.shelved?.imageId ?? null, now),
    ...groupWithout({ compute }, server),
    ...claimGivenBack(placement, id),
    ...migrationsGone({ compute, placement }, server),
  ];
}

/** What is known of its moves is told of servers that live. */
function migrationsGone(
  { compute, placement }: ComputeCloud,
  { id }: Server,
): readonly (ComputeChange | PlacementChange)[] {
  return [...compute.migrations.with('server', id).from()].flatMap((migration) => [
    removalOf('migration', migration),
    ...claimGivenBack(placement, migration.id),
  ]);
}

function groupWithout(
  { compute }: Pick<ComputeCloud, 'compute'>,
  { id, groupId }: Server,
): readonly ComputeChange[] {
  const group = groupId === null ? undefined : compute.serverGroups.get(groupId);
  if (!group?.members.includes(id)) return [];
  const members = group.members.filter((each) => each !== id);
  return [{ kind: 'server-group-set', thing: { ...group, members } }];
}
