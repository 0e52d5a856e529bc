import { notFound } from '@berth/api-kit/http-error.ts';
import { read } from '../endpoints.ts';
import type { RefusalWords } from '../errors.ts';
import { classNameIn, providerIn } from '../params.ts';
import { inventoriesAnswer, inventoryAnswer } from './inventory-answer.ts';

const words: RefusalWords = {
  'provider-not-found': ({ id }, sentence) =>
    notFound(`No resource provider with uuid ${id} found : ${sentence}`),
};

export const getInventories = read({
  route: 'GET /resource_providers/{uuid}/inventories',
  gives: 'json',
  policy: 'placement:resource_providers:inventories:list',
  answer: (context) => inventoriesAnswer(providerIn(context)),
  words,
});

export const getInventory = read({
  route: 'GET /resource_providers/{uuid}/inventories/{resource_class}',
  gives: 'json',
  policy: 'placement:resource_providers:inventories:show',
  answer: (context) => {
    const provider = providerIn(context);
    const resourceClass = classNameIn(context);
    if (!provider.inventories.has(resourceClass)) {
      throw notFound(`No inventory of class ${resourceClass} for ${provider.id}`);
    }
    return inventoryAnswer(provider, resourceClass);
  },
  words,
});
