import type { AggregateId } from '@berth/engine/ids.ts';
import type { AggregateHost } from './aggregate-host.ts';
import { type HostAggregate, zoneIn } from './host-aggregate.ts';

/** What never holds of aggregates, as those tell it who look at a whole cloud and those who look at records that are to become one. */
export interface AggregateContradiction {
  readonly kind: 'unknown-host' | 'unknown-aggregate' | 'several-zones';
  readonly text: string;
}

/** Whatever is in an aggregate is a host, there is the aggregate that it is in, and no host is in two zones. */
export function* aggregateContradictions(
  members: Iterable<AggregateHost>,
  aggregateOf: (id: AggregateId) => HostAggregate | undefined,
  isHost: (name: string) => boolean,
): Generator<AggregateContradiction> {
  const zones = new Map<string, string>();
  for (const { aggregateId, host } of members) {
    const aggregate = aggregateOf(aggregateId);
    if (!aggregate) {
      yield {
        kind: 'unknown-aggregate',
        text: `host ${host} is in aggregate ${aggregateId}, which is not there`,
      };
      continue;
    }
    if (!isHost(host)) {
      yield {
        kind: 'unknown-host',
        text: `host ${host} is in aggregate ${aggregate.number}, and is not there`,
      };
    }
    const zone = zoneIn(aggregate);
    if (zone === null) continue;
    const other = zones.getOrInsert(host, zone);
    if (other !== zone)
      yield { kind: 'several-zones', text: `host ${host} is in zones ${other} and ${zone}` };
  }
}
