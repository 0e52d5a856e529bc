import { type AggregateHost, aggregateHostId } from '@berth/compute-engine/host-aggregates/aggregate-host.ts';
import type { HostAggregate } from '@berth/compute-engine/host-aggregates/host-aggregate.ts';
import { aggregateMetadataMax } from '@berth/compute-engine/host-aggregates/host-aggregate.ts';
import { hostName, metadataKey, metadataValue, name } from '../http/host-aggregates/bodies.ts';
import { hasShape, id, instant, instantOrNull, seriesNumber } from './thing-shape.ts';

export const hostAggregateProblems = hasShape<HostAggregate>('host aggregate', {
  id,
  number: seriesNumber,
  name,
  metadata: {
    type: 'object',
    patternProperties: { [metadataKey]: metadataValue },
    additionalProperties: false,
    maxProperties: aggregateMetadataMax,
  },
  createdAt: instant,
  updatedAt: instantOrNull,
});

const memberShape = hasShape<AggregateHost>('aggregate host', {
  id: { type: 'string' },
  aggregateId: id,
  host: hostName,
  position: seriesNumber,
});

/** That a host is in an aggregate is called by the two. */
export function* aggregateHostProblems(member: AggregateHost): Generator<string> {
  const problems = [...memberShape(member)];
  yield* problems;
  if (problems.length > 0) return;
  const { id: called, aggregateId, host } = member;
  if (called !== aggregateHostId(aggregateId, host))
    yield `aggregate host ${called} is not called by its aggregate and host`;
}
