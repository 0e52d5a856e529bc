import { noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest, conflict, notFound } from '@berth/api-kit/http-error.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { write } from '../endpoints.ts';
import { codes } from '../errors.ts';
import { classNameIn, providerIdIn, providerMustExist } from '../params.ts';
import { postInventoryBody, putInventoryBody } from './bodies.ts';
import { inventoryAnswer } from './inventory-answer.ts';

/** One inventory of a provider: POST adds it, PUT changes it, DELETE removes it. */
export const postInventory = write({
  route: 'POST /resource_providers/{uuid}/inventories',
  policy: 'placement:resource_providers:inventories:create',
  before: providerMustExist,
  body: postInventoryBody,
  command: (context) => ({
    kind: 'add-inventory',
    id: providerIdIn(context),
    ...context.input,
    reservedMayEqualTotal: context.features.reservedMayEqualTotal,
    now: context.now,
  }),
  reply: ({ world, input, ...outcome }) => {
    const provider = world.providers.get(providerIdIn(outcome)) as Provider; // It has just been changed.
    const location = `/resource_providers/${provider.id}/inventories/${input.resourceClass}`;
    return { ...inventoryAnswer(provider, input.resourceClass, 201), location };
  },
  wordsFor: (context) => {
    const unable = (_: unknown, sentence: string) =>
      badRequest(`Unable to create inventory for resource provider ${providerIdIn(context)}: ${sentence}`);
    return { 'reserved-too-much': unable, 'class-not-found': unable };
  },
});

export const putInventory = write({
  route: 'PUT /resource_providers/{uuid}/inventories/{resource_class}',
  policy: 'placement:resource_providers:inventories:update',
  before: providerMustExist,
  body: putInventoryBody,
  command: (context) => ({
    kind: 'update-inventory',
    id: providerIdIn(context),
    resourceClass: classNameIn(context),
    ...context.input,
    reservedMayEqualTotal: context.features.reservedMayEqualTotal,
    now: context.now,
  }),
  reply: (outcome) => {
    const provider = outcome.world.providers.get(providerIdIn(outcome)) as Provider; // It has just been changed.
    return inventoryAnswer(provider, classNameIn(outcome));
  },
  wordsFor: (context) => {
    const id = providerIdIn(context);
    return {
      'inventory-not-found': (_, sentence) =>
        badRequest(`No inventory record with resource class for resource provider ${id}: ${sentence}`),
      'reserved-too-much': (_, sentence) =>
        badRequest(`Unable to update inventory for resource provider ${id}: ${sentence}`),
    };
  },
});

export const deleteInventory = write({
  route: 'DELETE /resource_providers/{uuid}/inventories/{resource_class}',
  policy: 'placement:resource_providers:inventories:delete',
  command: (context) => ({
    kind: 'remove-inventory',
    id: providerIdIn(context),
    resourceClass: classNameIn(context),
    now: context.now,
  }),
  reply: () => noContent,
  words: {
    'inventory-in-use': ({ resourceClasses }, sentence) =>
      conflict(
        `Unable to delete inventory of class ${resourceClasses.join(', ')}: ${sentence}`,
        codes.concurrentUpdate,
      ),
    'class-not-found': ({ name }, sentence) =>
      notFound(`No inventory of class ${name} found for delete: ${sentence}`),
    'inventory-not-found': ({ resourceClass }) =>
      notFound(
        `No inventory of class ${resourceClass} found for delete: No inventory of class ${resourceClass} found for delete`,
      ),
  },
});
