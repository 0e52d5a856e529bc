import { type Answer, noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest, conflict, notFound } from '@berth/api-kit/http-error.ts';
import type { Instant, TraitName } from '@berth/engine/ids.ts';
import type { Provider } from '@berth/engine/provider.ts';
import type { World } from '@berth/engine/world.ts';
import { body } from '../body.ts';
import { json, read, write } from '../endpoints.ts';
import { codes } from '../errors.ts';
import { identity, integer, object } from '../fragments.ts';
import { providerIdIn, providerIn } from '../params.ts';
import { newest } from '../last-modified.ts';
import { versions } from '../versions.ts';

function traitsAnswer(world: World, provider: Provider, now: Instant): Answer {
  const createdAt = (name: TraitName) => world.traits.get(name)?.createdAt ?? now;
  return json(
    { traits: [...provider.traits], resource_provider_generation: provider.generation },
    { lastModified: newest(provider.traits, createdAt) ?? now },
  );
}

export const getProviderTraits = read({
  route: 'GET /resource_providers/{uuid}/traits',
  since: '1.6',
  gives: 'json',
  policy: 'placement:resource_providers:traits:list',
  answer: (context) => traitsAnswer(context.world, providerIn(context), context.now),
  words: {
    'provider-not-found': ({ id }, sentence) =>
      notFound(`No resource provider with uuid ${id} found: ${sentence}`),
  },
});

interface WireTraits {
  readonly traits: readonly string[];
  readonly resource_provider_generation: number;
}

export const putProviderTraits = write({
  route: 'PUT /resource_providers/{uuid}/traits',
  since: '1.6',
  policy: 'placement:resource_providers:traits:update',
  body: versions.ladder([
    '1.6',
    body(
      object({ traits: { type: 'array', items: identity }, resource_provider_generation: integer }, [
        'traits',
        'resource_provider_generation',
      ]),
      (wire: WireTraits) => ({
        traits: wire.traits as readonly TraitName[],
        expectedGeneration: wire.resource_provider_generation,
      }),
    ),
  ]),
  command: (context) => ({
    kind: 'set-traits',
    id: providerIdIn(context),
    ...context.input,
    now: context.now,
  }),
  reply: (outcome) => {
    const provider = outcome.world.providers.get(providerIdIn(outcome)) as Provider; // It has just been looked at.
    return traitsAnswer(outcome.world, provider, outcome.now);
  },
  words: {
    'provider-generation-conflict': () =>
      conflict(
        "Resource provider's generation already changed. Please update the generation and try again.",
        codes.concurrentUpdate,
      ),
    'traits-not-found': ({ names }) => badRequest(`No such trait ${names.join(', ')}`),
  },
});

export const deleteProviderTraits = write({
  route: 'DELETE /resource_providers/{uuid}/traits',
  since: '1.6',
  policy: 'placement:resource_providers:traits:delete',
  command: (context) => ({
    kind: 'set-traits',
    id: providerIdIn(context),
    expectedGeneration: null,
    traits: [],
    now: context.now,
  }),
  reply: () => noContent,
});
