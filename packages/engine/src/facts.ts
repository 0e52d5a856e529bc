import type { ConsumerFacts, InventoryFacts, ProviderFacts } from './changes.ts';
import type { Consumer } from './consumer.ts';
import type { Provider } from './provider.ts';

/** Turns what the world holds back into the plain data that changes are made of. */
export function providerFacts(provider: Provider): ProviderFacts {
  return {
    id: provider.id,
    name: provider.name,
    parentId: provider.parent?.id ?? null,
    generation: provider.generation,
    createdAt: provider.createdAt,
    updatedAt: provider.updatedAt,
  };
}

export function inventoryFacts(provider: Provider): InventoryFacts[] {
  return Array.from(provider.inventories, ([resourceClass, inventory]) => ({ resourceClass, ...inventory }));
}

export function consumerFacts(consumer: Consumer): ConsumerFacts {
  return {
    id: consumer.id,
    generation: consumer.generation,
    projectId: consumer.projectId,
    userId: consumer.userId,
    type: consumer.type,
    createdAt: consumer.createdAt,
    allocatedAt: consumer.allocatedAt,
    allocations: consumer.allocations.map(({ provider, resourceClass, amount }) => ({
      providerId: provider.id,
      resourceClass,
      amount,
    })),
  };
}
