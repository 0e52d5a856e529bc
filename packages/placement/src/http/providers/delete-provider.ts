import { noContent } from '@berth/api-kit/endpoint.ts';
import { notFound } from '@berth/api-kit/http-error.ts';
import { write } from '../endpoints.ts';
import { providerIdIn } from '../params.ts';

export const deleteProvider = write({
  route: 'DELETE /resource_providers/{uuid}',
  policy: 'placement:resource_providers:delete',
  command: (context) => ({ kind: 'remove-provider', id: providerIdIn(context) }),
  reply: () => noContent,
  words: {
    'provider-not-found': ({ id }) => notFound(`No resource provider with uuid ${id} found for delete`),
  },
});
