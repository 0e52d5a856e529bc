import type { Compute } from '../compute-state.ts';
import { refuse } from '../refusals.ts';
import { type HostAggregate, zoneIn } from './host-aggregate.ts';

/** Whoever says which zone an aggregate is: the words of a refusal depend on it. */
export type ZoneChange = 'update' | 'set-metadata';

/**
 * The zone, or a refusal: an aggregate can become another zone as long as no host of it is in another one by another aggregate, and no
 * servers are there, which would be in another zone all of a sudden.
 */
export function allowedZone(
  compute: Compute,
  aggregate: HostAggregate,
  zone: string | null,
  by: ZoneChange,
): string {
  const { id, number, name } = aggregate;
  if (zone === null || zone === '') return refuse({ kind: 'aggregate-zone-empty', by, number, name });
  const hosts = compute.aggregateHosts.in(id);
  const zones = otherZones(compute, aggregate, hosts, zone);
  if (zones.length > 0) refuse({ kind: 'aggregate-zone-differs', by, number, zones });
  if (zone !== zoneIn(aggregate) && hosts.some((host) => compute.servers.countOnHost(host) > 0)) {
    refuse({ kind: 'aggregate-zone-in-use', by, number });
  }
  return zone;
}

/** The zones that hosts are in by other aggregates than this one, where they are not this zone: one for each aggregate. */
export function otherZones(
  { hostAggregates }: Compute,
  { id }: HostAggregate,
  hosts: readonly string[],
  zone: string,
): readonly string[] {
  const others = new Map<number, string>();
  for (const host of hosts) {
    for (const each of hostAggregates.ofHost(host)) {
      const other = zoneIn(each);
      if (each.id !== id && other !== null && other !== zone) others.set(each.number, other);
    }
  }
  return [...others].sort(([one], [other]) => one - other).map(([, each]) => each);
}
