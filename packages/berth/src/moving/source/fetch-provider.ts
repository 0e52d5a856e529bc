import type { InventoryFacts } from '@berth/engine/changes.ts';
import type { AggregateId, Instant, ProviderId, TraitName } from '@berth/engine/ids.ts';
import {
  integerAt,
  Malformed,
  objectAt,
  objectOf,
  textAt,
  textOrNullAt,
  textsAt,
} from '@berth/api-kit/json/json-reading.ts';
import { inventoryAmounts } from '@berth/placement/records/inventory-amounts.ts';
import type { PlacementRecord } from '@berth/placement/records/placement-record.ts';
import type { PlacementClient } from './placement-client.ts';
import type { SourceAnswer } from './source-reader.ts';

export async function fetchProviderIds(client: PlacementClient): Promise<readonly string[]> {
  const { json } = await client.get('/resource_providers');
  const { resource_providers: providers } = objectOf(json, 'the answer');
  if (!Array.isArray(providers)) throw new Malformed("'resource_providers' is not a list");
  return providers.map((each) => textAt(objectOf(each, 'a provider'), 'uuid'));
}

export interface FetchedProvider {
  readonly record: PlacementRecord & { readonly kind: 'provider' };
  /** Those who hold something of it: there is no list of all consumers. */
  readonly consumers: readonly string[];
}

/**
 * A provider with all that hangs on it; null if it is gone. The five answers may be of different moments: that two rounds read
 * the same is what makes sure that they belong together.
 */
export async function fetchProvider(
  client: PlacementClient,
  id: string,
  otherwise: Instant,
): Promise<FetchedProvider | null> {
  const path = `/resource_providers/${encodeURIComponent(id)}`;
  const answers: SourceAnswer[] = [];
  for (const part of ['', '/inventories', '/traits', '/aggregates', '/allocations']) {
    const answer = await client.find(`${path}${part}`);
    if (answer === null) return null;
    answers.push(answer);
  }
  const [self, inventories, traits, aggregates, allocations] = answers as [
    SourceAnswer,
    SourceAnswer,
    SourceAnswer,
    SourceAnswer,
    SourceAnswer,
  ];
  const provider = objectOf(self.json, 'the answer');
  return {
    record: {
      kind: 'provider',
      provider: {
        id: textAt(provider, 'uuid') as ProviderId,
        name: textAt(provider, 'name'),
        parentId: textOrNullAt(provider, 'parent_provider_uuid') as ProviderId | null,
        generation: integerAt(provider, 'generation'),
        createdAt: self.lastModified ?? otherwise,
        updatedAt: null,
      },
      inventories: inventoriesIn(inventories, otherwise),
      traits: textsAt<TraitName>(objectOf(traits.json, 'the answer'), 'traits'),
      aggregates: textsAt<AggregateId>(objectOf(aggregates.json, 'the answer'), 'aggregates'),
    },
    consumers: Object.keys(objectAt(objectOf(allocations.json, 'the answer'), 'allocations')),
  };
}

function inventoriesIn({ json, lastModified }: SourceAnswer, otherwise: Instant): InventoryFacts[] {
  const inventories = objectAt(objectOf(json, 'the answer'), 'inventories');
  return Object.entries(inventories).map(([resourceClass, value]) => ({
    ...inventoryAmounts(resourceClass, value),
    createdAt: lastModified ?? otherwise,
    updatedAt: null,
  }));
}
