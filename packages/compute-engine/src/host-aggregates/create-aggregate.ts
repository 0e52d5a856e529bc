import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { nextNumber } from '../next-number.ts';
import { refuse } from '../refusals.ts';
import { type HostAggregate, zoneKey } from './host-aggregate.ts';

export interface CreateAggregate {
  readonly kind: 'create-aggregate';
  readonly aggregate: Pick<HostAggregate, 'id' | 'name'> & { readonly zone: string | null };
  readonly now: Instant;
}

export function createAggregate(
  compute: Compute,
  { aggregate: { id, name, zone }, now }: CreateAggregate,
): readonly ComputeChange[] {
  if (compute.hostAggregates.named(name)) refuse({ kind: 'aggregate-name-exists', name });
  const { number, given } = nextNumber(compute, 'host-aggregates');
  const metadata = zone === null ? {} : { [zoneKey]: zone };
  const times = { createdAt: now, updatedAt: null };
  return [given, { kind: 'host-aggregate-set', thing: { id, number, name, metadata, ...times } }];
}
