import { getProviderAggregates, putProviderAggregates } from '@berth/client/placement/aggregates.ts';
import { findProviderByName } from '@berth/client/placement/providers.ts';
import type { Transport } from '@berth/client/transport.ts';
import {
  refusedAs,
  ResourceProviderAggregateRetrievalFailed,
  ResourceProviderNotFound,
  ResourceProviderRetrievalFailed,
  ResourceProviderUpdateConflict,
  ResourceProviderUpdateFailed,
} from './errors.ts';
import { type Pausing, retryConflicts } from './retries.ts';

/** Mirrors that a host has come into a host aggregate: the provider of that name is in the aggregate afterwards. */
export function addResourceProviderToAggregate(
  transport: Transport,
  name: string,
  aggregateUuid: string,
  pausing?: Pausing,
): Promise<void> {
  return changeAggregates(
    transport,
    name,
    (aggregates) => aggregates.union(new Set([aggregateUuid])),
    pausing,
  );
}

export function removeResourceProviderFromAggregate(
  transport: Transport,
  name: string,
  aggregateUuid: string,
  pausing?: Pausing,
): Promise<void> {
  return changeAggregates(
    transport,
    name,
    (aggregates) => aggregates.difference(new Set([aggregateUuid])),
    pausing,
  );
}

async function changeAggregates(
  transport: Transport,
  name: string,
  change: (aggregates: ReadonlySet<string>) => ReadonlySet<string>,
  pausing: Pausing | undefined,
): Promise<void> {
  await retryConflicts(async () => {
    const provider = await refusedAs(
      findProviderByName(transport, name),
      (refusal) => new ResourceProviderRetrievalFailed(name, refusal),
    );
    if (provider === null) throw new ResourceProviderNotFound(name);
    const { uuid } = provider;
    const { aggregates, generation } = await refusedAs(
      getProviderAggregates(transport, uuid),
      (refusal) => new ResourceProviderAggregateRetrievalFailed(uuid, refusal),
    );
    const changed = change(new Set(aggregates));
    if (changed.size === aggregates.length) return;
    await refusedAs(
      putProviderAggregates(transport, uuid, { aggregates: [...changed], generation }),
      (refusal) =>
        refusal.status === 409
          ? new ResourceProviderUpdateConflict(uuid, generation, refusal)
          : new ResourceProviderUpdateFailed(uuid, refusal),
    );
  }, pausing);
}
