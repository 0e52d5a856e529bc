import { type HostAggregate, zoneIn } from '../host-aggregates/host-aggregate.ts';

/** The zone of a host that is in these aggregates. The API lets it be in one zone only. */
export function zoneOf(aggregates: readonly HostAggregate[], defaultZone: string): string {
  for (const aggregate of aggregates) {
    const zone = zoneIn(aggregate);
    if (zone !== null) return zone;
  }
  return defaultZone;
}
