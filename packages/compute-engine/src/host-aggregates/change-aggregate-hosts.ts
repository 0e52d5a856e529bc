import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { refuse } from '../refusals.ts';
import { removalOf } from '../removal-of.ts';
import { type AggregateHost, aggregateHostId } from './aggregate-host.ts';
import { aggregateOf } from './aggregate-of.ts';
import { zoneIn } from './host-aggregate.ts';
import { mirrored } from './mirrored.ts';
import { otherZones } from './allowed-zone.ts';

/** In Placement the nodes of the host are in it from the same moment on. */
export interface AddAggregateHost {
  readonly kind: 'add-aggregate-host';
  readonly number: number;
  readonly host: string;
  readonly now: Instant;
}

export function addAggregateHost(
  cloud: ComputeCloud,
  { number, host, now }: AddAggregateHost,
): readonly (ComputeChange | PlacementChange)[] {
  const { compute } = cloud;
  // In this order: clients see which of them it was.
  if (!compute.services.ofHost(host)) refuse({ kind: 'aggregate-host-unknown', host });
  const aggregate = aggregateOf(compute, number);
  const zone = zoneIn(aggregate);
  const zones = zone === null ? [] : otherZones(compute, aggregate, [host], zone);
  if (zones.length > 0) refuse({ kind: 'host-in-other-zone', number, zones });
  const { aggregateHosts } = compute;
  if (aggregateHosts.isIn(aggregate.id, host)) refuse({ kind: 'aggregate-host-exists', number, host });
  const member: AggregateHost = {
    id: aggregateHostId(aggregate.id, host),
    aggregateId: aggregate.id,
    host,
    position: aggregateHosts.nextPosition(aggregate.id),
  };
  return [
    { kind: 'aggregate-host-set', thing: member },
    ...mirrored(cloud, compute.nodes.ofHost(host), { into: [aggregate.id] }, now),
  ];
}

export interface RemoveAggregateHost extends Omit<AddAggregateHost, 'kind'> {
  readonly kind: 'remove-aggregate-host';
}

export function removeAggregateHost(
  cloud: ComputeCloud,
  { number, host, now }: RemoveAggregateHost,
): readonly (ComputeChange | PlacementChange)[] {
  const { compute } = cloud;
  const aggregate = compute.hostAggregates.numbered(number);
  const member = aggregate && compute.aggregateHosts.get(aggregateHostId(aggregate.id, host));
  if (!member) return refuse({ kind: 'aggregate-host-not-found', number, host });
  return [
    removalOf('aggregate-host', member),
    ...mirrored(cloud, compute.nodes.ofHost(host), { outOf: [member.aggregateId] }, now),
  ];
}
