import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { mirrored } from '../host-aggregates/mirrored.ts';
import type { ServiceId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import { removalOf } from '../removal-of.ts';

/** A host is gone for good, and out of its aggregates. If its agent is heard of again, it is a new host. */
export interface RemoveService {
  readonly kind: 'remove-service';
  readonly id: ServiceId;
  readonly now: Instant;
}

export function removeService(
  cloud: ComputeCloud,
  { id, now }: RemoveService,
): readonly (ComputeChange | PlacementChange)[] {
  const { compute } = cloud;
  const service = compute.services.get(id) ?? refuse({ kind: 'service-not-found', id });
  const { host } = service;
  for (const _ of compute.servers.onHost(host)) refuse({ kind: 'host-has-servers', host });
  const nodes = compute.nodes.ofHost(host);
  const aggregates = compute.hostAggregates.ofHost(host);
  const without = aggregates.map((aggregate): ComputeChange => {
    const hosts = aggregate.hosts.filter((each) => each !== host);
    return { kind: 'host-aggregate-set', thing: { ...aggregate, hosts } };
  });
  return [
    ...without,
    ...mirrored(cloud, nodes, { outOf: aggregates.map((aggregate) => aggregate.id) }, now),
    ...nodes.map((node) => removalOf('node', node)),
    removalOf('service', service),
  ];
}
