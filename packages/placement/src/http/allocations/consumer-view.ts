import type { Consumer } from '@berth/engine/consumer.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { unknownType } from '@berth/engine/usage.ts';
import { versions } from '../versions.ts';

/** A consumer never changes, but is replaced; the providers it holds something of do. So it is said as of when they are shown. */
export interface ShownConsumer {
  readonly consumer: Consumer;
  readonly generationOf: (provider: Provider) => number;
}

/** A consumer with all that it holds. */
export const consumerView = versions.view<ShownConsumer>({
  allocations: { get: byProvider },
  project_id: { since: '1.12', get: ({ consumer }) => consumer.projectId },
  user_id: { since: '1.12', get: ({ consumer }) => consumer.userId },
  consumer_generation: { since: '1.28', get: ({ consumer }) => consumer.generation },
  consumer_type: { since: '1.38', get: ({ consumer }) => consumer.type ?? unknownType },
});

export function presentGeneration({ generation }: Provider): number {
  return generation;
}

function byProvider({ consumer, generationOf }: ShownConsumer) {
  const shown: Record<string, { resources: Record<string, number>; generation: number }> = {};
  for (const { provider, resourceClass, amount } of consumer.allocations) {
    const entry = (shown[provider.id] ??= { resources: {}, generation: generationOf(provider) });
    entry.resources[resourceClass] = amount;
  }
  return shown;
}
