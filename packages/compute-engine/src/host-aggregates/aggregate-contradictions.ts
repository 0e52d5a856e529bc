import { type HostAggregate, zoneIn } from './host-aggregate.ts';

/** What never holds of aggregates, as those tell it who look at a whole cloud and those who look at records that are to become one. */
export interface AggregateContradiction {
  readonly kind: 'unknown-host' | 'several-zones';
  readonly text: string;
}

/** Whatever is in an aggregate is a host, and no host is in two zones. */
export function* aggregateContradictions(
  aggregates: Iterable<HostAggregate>,
  isHost: (name: string) => boolean,
): Generator<AggregateContradiction> {
  const zones = new Map<string, string>();
  for (const aggregate of aggregates) {
    const zone = zoneIn(aggregate);
    for (const host of aggregate.hosts) {
      if (!isHost(host)) {
        const text = `host ${host} is in aggregate ${aggregate.number}, and is not there`;
        yield { kind: 'unknown-host', text };
      }
      if (zone === null) continue;
      const other = zones.getOrInsert(host, zone);
      if (other !== zone)
        yield { kind: 'several-zones', text: `host ${host} is in zones ${other} and ${zone}` };
    }
  }
}
