import { badRequest } from '@berth/api-kit/http-error.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { write } from '../endpoints.ts';
import { versions } from '../versions.ts';
import { postProviderBody } from './bodies.ts';
import { providerForm, providerJson } from './provider-json.ts';

const answersWithProvider = versions.ladder(['1.0', false], ['1.20', true]);

export const postProvider = write({
  route: 'POST /resource_providers',
  policy: 'placement:resource_providers:create',
  body: postProviderBody,
  command: ({ input, now }) => ({
    kind: 'create-provider',
    ...input,
    now,
  }),
  reply: (outcome) => {
    const { world, input, version, now } = outcome;
    const location = `/resource_providers/${input.id}`;
    if (!answersWithProvider.at(version)) return { status: 201, location };
    const provider = world.providers.get(input.id) as Provider; // It has just been made.
    return { status: 200, body: providerJson(provider, providerForm(outcome)), location, lastModified: now };
  },
  wordsFor: ({ input }) => {
    const unable = (_: unknown, sentence: string) =>
      badRequest(`Unable to create resource provider "${input.name}", ${input.id}: ${sentence}`);
    return { 'provider-name-missing': unable, 'parent-not-found': unable, 'parent-is-itself': unable };
  },
});
