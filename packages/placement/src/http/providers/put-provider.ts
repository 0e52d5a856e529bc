import { badRequest, conflict } from '@berth/api-kit/http-error.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { write } from '../endpoints.ts';
import { codes } from '../errors.ts';
import { providerIdIn, providerMustExist } from '../params.ts';
import { putProviderBody } from './bodies.ts';
import { changedAt } from '../last-modified.ts';
import { providerForm, providerJson } from './provider-json.ts';

export const putProvider = write({
  route: 'PUT /resource_providers/{uuid}',
  policy: 'placement:resource_providers:update',
  before: providerMustExist,
  body: putProviderBody,
  command: (context) => ({
    kind: 'update-provider',
    id: providerIdIn(context),
    ...context.input,
    allowsReparenting: context.features.reparenting,
    now: context.now,
  }),
  reply: (outcome) => {
    const provider = outcome.world.providers.get(providerIdIn(outcome)) as Provider; // It has just been changed.
    return {
      status: 200,
      body: providerJson(provider, providerForm(outcome)),
      lastModified: changedAt(provider),
    };
  },
  wordsFor: (context) => {
    const unable = (_: unknown, sentence: string) =>
      badRequest(`Unable to save resource provider ${providerIdIn(context)}: ${sentence}`);
    return {
      'parent-not-found': unable,
      'reparenting-not-allowed': unable,
      'unparenting-not-allowed': unable,
      'parent-makes-loop': unable,
      'provider-exists': ({ value }) =>
        conflict(`Conflicting resource provider ${value} already exists.`, codes.duplicateName),
    };
  },
});
