import type { HostAggregate } from '@berth/compute-engine/host-aggregates/host-aggregate.ts';
import { aggregateMetadataMax } from '@berth/compute-engine/host-aggregates/host-aggregate.ts';
import { hostName, metadataKey, metadataValue, name } from '../http/host-aggregates/bodies.ts';
import { hasShape, id, instant, instantOrNull, seriesNumber } from './thing-shape.ts';

export const hostAggregateProblems = hasShape<HostAggregate>('host aggregate', {
  id,
  number: seriesNumber,
  name,
  hosts: { type: 'array', items: hostName, uniqueItems: true },
  metadata: {
    type: 'object',
    patternProperties: { [metadataKey]: metadataValue },
    additionalProperties: false,
    maxProperties: aggregateMetadataMax,
  },
  createdAt: instant,
  updatedAt: instantOrNull,
});
