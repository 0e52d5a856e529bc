import type { Answer } from '@berth/api-kit/endpoint.ts';
import { notFound } from '@berth/api-kit/http-error.ts';
import { turns } from '@berth/api-kit/turns.ts';
import type { Allocation, Consumer } from '@berth/engine/consumer.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { unknownType } from '@berth/engine/usage.ts';
import { json, type PlacementContext, read } from '../endpoints.ts';
import { madeWhileSent, manyItems } from '../made-while-sent.ts';
import { consumerIdIn, providerIn } from '../params.ts';
import { newest } from '../last-modified.ts';
import { versions } from '../versions.ts';

const consumerView = versions.view<Consumer>({
  allocations: { get: byProvider },
  project_id: { since: '1.12', get: ({ projectId }) => projectId },
  user_id: { since: '1.12', get: ({ userId }) => userId },
  consumer_generation: { since: '1.28', get: ({ generation }) => generation },
  consumer_type: { since: '1.38', get: ({ type }) => type ?? unknownType },
});

/** What a consumer holds. There is no 404: a consumer that holds nothing is one that nobody knows. */
export const getAllocations = read({
  route: 'GET /allocations/{consumer_uuid}',
  gives: 'json',
  policy: 'placement:allocations:list',
  answer: (context) => {
    const consumer = context.world.consumers.get(consumerIdIn(context));
    if (!consumer) return json({ allocations: {} }, { lastModified: context.now });
    return json(consumerView.at(context.version)?.(consumer), { lastModified: consumer.allocatedAt });
  },
});

function byProvider({ allocations }: Consumer) {
  const shown: Record<string, { resources: Record<string, number>; generation: number }> = {};
  for (const { provider, resourceClass, amount } of allocations) {
    const entry = (shown[provider.id] ??= { resources: {}, generation: provider.generation });
    entry.resources[resourceClass] = amount;
  }
  return shown;
}

interface Holding {
  readonly consumer: Consumer;
  readonly provider: Provider;
}

const holdingView = versions.view<Holding>({
  resources: { get: resourcesOf },
  consumer_generation: { since: '1.28', get: ({ consumer }) => consumer.generation },
});

export const getProviderAllocations = read({
  route: 'GET /resource_providers/{uuid}/allocations',
  gives: 'json',
  policy: 'placement:resource_providers:allocations:list',
  answer: (context) => {
    const provider = providerIn(context);
    // A turn of its own, where to note the consumers takes a millisecond.
    if (provider.consumers.size <= manyItems) return holdings(provider, context);
    return turns.next().then(() => longHoldings(provider, context));
  },
  words: {
    'provider-not-found': ({ id }, sentence) => notFound(`Resource provider '${id}' not found: ${sentence}`),
  },
});

function holdings(provider: Provider, { version, now }: PlacementContext): Answer {
  const view = holdingView.at(version);
  const allocations = Object.fromEntries(
    Array.from(provider.consumers, (consumer) => [consumer.id, view?.({ consumer, provider })]),
  );
  return json(
    { allocations, resource_provider_generation: provider.generation },
    { lastModified: newest(provider.consumers, ({ allocatedAt }) => allocatedAt) ?? now },
  );
}

function longHoldings(provider: Provider, { version, now }: PlacementContext): Answer {
  const view = holdingView.at(version);
  const consumers = [...provider.consumers];
  const encode = (consumer: Consumer) =>
    `${JSON.stringify(consumer.id)}:${JSON.stringify(view?.({ consumer, provider }))}`;
  const closing = `},"resource_provider_generation":${provider.generation}}`;
  return {
    status: 200,
    body: madeWhileSent('{"allocations":{', consumers, encode, closing),
    lastModified: newest(consumers, ({ allocatedAt }) => allocatedAt) ?? now,
  };
}

function resourcesOf({ consumer, provider }: Holding): Record<string, number> {
  const here = (allocation: Allocation) => allocation.provider === provider;
  return Object.fromEntries(
    consumer.allocations.filter(here).map(({ resourceClass, amount }) => [resourceClass, amount]),
  );
}
