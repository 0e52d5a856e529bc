import { badRequest } from '@berth/api-kit/http-error.ts';
import { listProviders as findProviders } from '@berth/engine/list-providers.ts';
import { read } from '../endpoints.ts';
import { joinBytes } from '../join-bytes.ts';
import { allProviders, listClosing, listOpening } from './all-providers.ts';
import { listProvidersCheck, parseProviderQuery } from './query.ts';
import { changedAt, newest } from '../last-modified.ts';
import { providerJson } from './views.ts';

export const listProviders = read({
  route: 'GET /resource_providers',
  gives: 'json',
  policy: 'placement:resource_providers:list',
  answer: ({ world, query, features, version, now }) => {
    listProvidersCheck.at(version)?.(query);
    if (query.entries.length === 0) {
      const lastModified = newest(world.providers.values(), changedAt) ?? now;
      return { status: 200, body: allProviders(world, version), lastModified };
    }
    const providers = findProviders(world, parseProviderQuery(query, features));
    return {
      status: 200,
      body: [
        listOpening,
        joinBytes(providers.map((provider) => providerJson(provider, version))),
        listClosing,
      ],
      lastModified: newest(providers, changedAt) ?? now,
    };
  },
  words: {
    'class-not-found': (_, sentence) =>
      badRequest(`Invalid resource class in resources parameter: ${sentence}`),
    'traits-not-found': (_, sentence) => badRequest(`Invalid trait(s) in "required" parameter: ${sentence}`),
  },
});
