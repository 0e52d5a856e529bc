import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { refuse } from '../refusals.ts';
import { removalOf } from '../removal-of.ts';
import { aggregateOf } from './aggregate-of.ts';

export interface DeleteAggregate {
  readonly kind: 'delete-aggregate';
  readonly number: number;
}

/** Its hosts are taken out of it first, so nothing of it is left in Placement. */
export function deleteAggregate(compute: Compute, { number }: DeleteAggregate): readonly ComputeChange[] {
  const aggregate = aggregateOf(compute, number);
  if (compute.aggregateHosts.in(aggregate.id).length > 0) refuse({ kind: 'aggregate-has-hosts', number });
  return [removalOf('host-aggregate', aggregate)];
}
