import type { Compute } from '../compute-state.ts';
import { refuse } from '../refusals.ts';
import type { HostAggregate } from './host-aggregate.ts';

/** The aggregate that clients call by this number, or a refusal. */
export function aggregateOf(
  { hostAggregates }: Pick<Compute, 'hostAggregates'>,
  number: number,
): HostAggregate {
  return hostAggregates.numbered(number) ?? refuse({ kind: 'aggregate-not-found', number: String(number) });
}
