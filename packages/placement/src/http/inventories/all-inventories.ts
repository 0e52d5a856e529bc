import { noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest, conflict } from '@berth/api-kit/http-error.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { write } from '../endpoints.ts';
import { codes } from '../errors.ts';
import { providerIdIn, providerMustExist } from '../params.ts';
import { putInventoriesBody } from './bodies.ts';
import { inventoriesAnswer } from './inventory-answer.ts';

export const putInventories = write({
  route: 'PUT /resource_providers/{uuid}/inventories',
  policy: 'placement:resource_providers:inventories:update',
  before: providerMustExist,
  body: putInventoriesBody,
  command: (context) => ({
    kind: 'set-inventories',
    id: providerIdIn(context),
    ...context.input,
    reservedMayEqualTotal: context.features.reservedMayEqualTotal,
    now: context.now,
  }),
  reply: (outcome) => {
    const provider = outcome.world.providers.get(providerIdIn(outcome)) as Provider; // It has just been changed.
    return inventoriesAnswer(provider);
  },
  wordsFor: (context) => {
    const id = providerIdIn(context);
    return {
      'class-not-found': (_, sentence) =>
        badRequest(`Unknown resource class in inventory for resource provider ${id}: ${sentence}`),
      'reserved-too-much': (_, sentence) =>
        badRequest(`Unable to update inventory for resource provider ${id}: ${sentence}`),
      'inventory-in-use': (_, sentence) => conflict(`update conflict: ${sentence}`, codes.inventoryInUse),
    };
  },
});

export const deleteInventories = write({
  route: 'DELETE /resource_providers/{uuid}/inventories',
  since: '1.5',
  missing: 405,
  policy: 'placement:resource_providers:inventories:delete',
  command: (context) => ({
    kind: 'set-inventories',
    id: providerIdIn(context),
    expectedGeneration: null,
    inventories: new Map(),
    reservedMayEqualTotal: true,
    now: context.now,
  }),
  reply: () => noContent,
});
