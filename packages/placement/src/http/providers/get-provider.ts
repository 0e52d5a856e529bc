import { read } from '../endpoints.ts';
import { providerIn } from '../params.ts';
import { changedAt } from '../last-modified.ts';
import { providerForm, providerJson } from './provider-json.ts';

export const getProvider = read({
  route: 'GET /resource_providers/{uuid}',
  gives: 'json',
  policy: 'placement:resource_providers:show',
  answer: (context) => {
    const provider = providerIn(context);
    return {
      status: 200,
      body: providerJson(provider, providerForm(context)),
      lastModified: changedAt(provider),
    };
  },
});
