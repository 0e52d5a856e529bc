import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { decide } from '@berth/engine/decide.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import { subtreeOf } from '@berth/engine/provider.ts';
import type { World } from '@berth/engine/world.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute, ComputeCloud } from '../compute-state.ts';
import type { ServiceId } from '../ids.ts';
import { isUnderWay } from '../migrations/migration.ts';
import { refuse } from '../refusals.ts';
import { removalOf } from '../removal-of.ts';

/** A host is gone for good, and out of its aggregates. If its agent is heard of again, it is a new host. */
export interface RemoveService {
  readonly kind: 'remove-service';
  readonly id: ServiceId;
}

/** Its nodes go with it, and their trees in Placement. It stays as long as there is a server, or somebody else who holds something of these. */
export function removeService(
  { compute, placement }: ComputeCloud,
  { id }: RemoveService,
): readonly (ComputeChange | PlacementChange)[] {
  const service = compute.services.get(id) ?? refuse({ kind: 'service-not-found', id });
  const { host } = service;
  checkUnused(compute, host);
  const nodes = compute.nodes.ofHost(host);
  return [
    ...compute.aggregateHosts.ofHost(host).map((member) => removalOf('aggregate-host', member)),
    ...nodes.flatMap((node) => treeRemoved(placement, host, node.id)),
    ...nodes.map((node) => removalOf('node', node)),
    removalOf('service', service),
  ];
}

/** No server is there, nor on its way from or to it. */
export function checkUnused({ servers, migrations }: Compute, host: string): void {
  for (const _ of servers.onHost(host)) refuse({ kind: 'host-has-servers', host });
  for (const migration of migrations.with('host', host).from()) {
    if (isUnderWay(migration)) refuse({ kind: 'host-has-migrations', host });
  }
}

function treeRemoved(placement: World, host: string, id: ProviderId): readonly PlacementChange[] {
  const root = placement.providers.get(id);
  if (!root) return [];
  for (const provider of subtreeOf(root)) {
    if (provider.consumers.size > 0) refuse({ kind: 'host-in-use', host, provider: provider.id });
  }
  return decide(placement, { kind: 'remove-provider', id, withDescendants: true });
}
