import { badRequest } from '@berth/api-kit/http-error.ts';
import { assert } from '@berth/engine/assert.ts';
import type { Compute } from '@berth/compute-engine/compute-state.ts';
import { aggregateOf } from '@berth/compute-engine/host-aggregates/aggregate-of.ts';
import type { HostAggregate } from '@berth/compute-engine/host-aggregates/host-aggregate.ts';
import { ComputeRefusal, type ComputeRefusalReason } from '@berth/compute-engine/refusals.ts';
import type { ComputeContext } from '../endpoint.ts';
import { pythonInteger } from '../python-number.ts';

/** What stands in the path, as a number; an aggregate that is called by more than a number can be is not there, which each endpoint tells in its own way. */
export function aggregateNumber(
  { params }: Pick<ComputeContext, 'params'>,
  notFound: (number: string) => ComputeRefusalReason = (number) => ({ kind: 'aggregate-not-found', number }),
): number {
  const text = params['aggregate_id'] as string; // All paths about an aggregate have it under this name.
  const number = pythonInteger(text);
  if (number === null) throw badRequest('Invalid input received: id must be an integer');
  if (BigInt.asIntN(53, number) !== number) throw new ComputeRefusal(notFound(text));
  return Number(number);
}

export function findAggregate(context: ComputeContext): HostAggregate {
  return aggregateOf(context.app.cloud.compute, aggregateNumber(context));
}

/** One that a command has just written. */
export function aggregateIn({ hostAggregates }: Compute, number: number): HostAggregate {
  const aggregate = hostAggregates.numbered(number);
  assert(aggregate, 'an aggregate that was written is there');
  return aggregate;
}
