import { getProviderAggregates, putProviderAggregates } from '@berth/client/placement/aggregates.ts';
import { getInventories, putInventories } from '@berth/client/placement/inventories.ts';
import { getProviderTraits, putProviderTraits } from '@berth/client/placement/traits.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { Transport } from '@berth/client/transport.ts';
import { areSameInventories, inventoriesAfter } from '../planning/inventories-after.ts';
import { listChange, type Step } from '../step.ts';

/** A provider while it is changed. */
export interface LiveProvider {
  readonly uuid: string;
  /** At which it is known what it has; null: it has to be looked at again. */
  generation: number | null;
}

/** How often others may change the provider meanwhile before it is given up: every claim of something is a change. */
const attempts = 10;

export function setInventories(
  placement: Transport,
  provider: LiveProvider,
  { asked, after }: Step & { readonly kind: 'set-inventories' },
): Promise<void> {
  const { uuid } = provider;
  return settle(provider, {
    planned: after,
    look: async () => {
      const { generation, inventories } = await getInventories(placement, uuid);
      const wanted = inventoriesAfter(asked, inventories);
      return { generation, wanted: areSameInventories(inventories, wanted) ? null : wanted };
    },
    put: (generation, inventories) => putInventories(placement, uuid, { generation, inventories }),
  });
}

export function setTraits(
  placement: Transport,
  provider: LiveProvider,
  after: readonly string[],
): Promise<void> {
  const { uuid } = provider;
  const get = async () => {
    const { generation, traits } = await getProviderTraits(placement, uuid);
    return { generation, list: traits };
  };
  return settleList(provider, after, get, (generation, traits) =>
    putProviderTraits(placement, uuid, { generation, traits }),
  );
}

export function setAggregates(
  placement: Transport,
  provider: LiveProvider,
  after: readonly string[],
): Promise<void> {
  const { uuid } = provider;
  const get = async () => {
    const { generation, aggregates } = await getProviderAggregates(placement, uuid);
    return { generation, list: aggregates };
  };
  return settleList(provider, after, get, (generation, aggregates) =>
    putProviderAggregates(placement, uuid, { generation, aggregates }),
  );
}

function settleList(
  provider: LiveProvider,
  after: readonly string[],
  get: () => Promise<{ readonly generation: number; readonly list: readonly string[] }>,
  put: Content<readonly string[]>['put'],
): Promise<void> {
  const look = async () => {
    const { generation, list } = await get();
    const { added, removed } = listChange({ before: list, after });
    return { generation, wanted: added.length + removed.length === 0 ? null : after };
  };
  return settle(provider, { planned: after, look, put });
}

interface Content<Value> {
  readonly planned: Value;
  /** What there is by now, and what is to be made of it; null: it is so already. */
  readonly look: () => Promise<{ readonly generation: number; readonly wanted: Value | null }>;
  readonly put: (generation: number, value: Value) => Promise<{ readonly generation: number }>;
}

/** Puts what was planned; where the provider is another one by now, what is right for that. */
async function settle<Value>(provider: LiveProvider, { planned, look, put }: Content<Value>): Promise<void> {
  let wanted: Value = planned;
  for (let attempt = 1; ; attempt += 1) {
    if (provider.generation === null) {
      const seen = await look();
      provider.generation = seen.generation;
      if (seen.wanted === null) return;
      wanted = seen.wanted;
    }
    try {
      provider.generation = (await put(provider.generation, wanted)).generation;
      return;
    } catch (error) {
      if (!isRaced(error) || attempt === attempts) throw error;
      provider.generation = null;
    }
  }
}

/** Another 409 is that something is in use. Versions that tell no code have only the one. */
function isRaced(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.status !== 409) return false;
  return error.code === null || error.code === 'placement.concurrent_update';
}
