import type { Answer } from '@berth/api-kit/endpoint.ts';
import { conflict } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { AggregateId } from '@berth/engine/ids.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { body } from '../body.ts';
import { json, type PlacementContext, read, write } from '../endpoints.ts';
import { codes } from '../errors.ts';
import { integer, object, uuidText } from '../fragments.ts';
import { providerIdIn, providerIn, providerMustExist } from '../params.ts';
import { versions } from '../versions.ts';

interface Aggregates {
  readonly aggregates: readonly string[];
  readonly provider: Provider;
}

const view = versions.view<Aggregates>({
  aggregates: { get: ({ aggregates }) => aggregates },
  resource_provider_generation: { since: '1.19', get: ({ provider }) => provider.generation },
});

/** When an aggregate was joined is not known, so the answer is always new. */
function answer(context: PlacementContext, shown: Aggregates): Answer {
  return json(view.at(context.version)?.(shown), { lastModified: context.now });
}

export const getAggregates = read({
  route: 'GET /resource_providers/{uuid}/aggregates',
  since: '1.1',
  gives: 'json',
  policy: 'placement:resource_providers:aggregates:list',
  answer: (context) => {
    const provider = providerIn(context);
    return answer(context, { aggregates: [...provider.aggregates], provider });
  },
});

export const aggregateList: JsonSchema = { type: 'array', items: uuidText, uniqueItems: true };

interface Wire {
  readonly aggregates: readonly string[];
  readonly resource_provider_generation: number;
}

const putBody = versions.ladder(
  [
    '1.1',
    body(aggregateList, (wire: readonly string[]) => ({
      aggregates: wire,
      expectedGeneration: null as number | null,
    })),
  ],
  [
    '1.19',
    body(
      object({ aggregates: aggregateList, resource_provider_generation: integer }, [
        'aggregates',
        'resource_provider_generation',
      ]),
      (wire: Wire) => ({
        aggregates: wire.aggregates,
        expectedGeneration: wire.resource_provider_generation as number | null,
      }),
    ),
  ],
);

export const putAggregates = write({
  route: 'PUT /resource_providers/{uuid}/aggregates',
  since: '1.1',
  policy: 'placement:resource_providers:aggregates:update',
  before: providerMustExist,
  body: putBody,
  command: (context) => ({
    kind: 'set-aggregates',
    id: providerIdIn(context),
    aggregates: context.input.aggregates as readonly AggregateId[],
    expectedGeneration: context.input.expectedGeneration,
    now: context.now,
  }),
  reply: (outcome) => {
    const provider = outcome.world.providers.get(providerIdIn(outcome)) as Provider; // It has just been changed.
    return answer(outcome, { aggregates: outcome.input.aggregates, provider });
  },
  words: {
    'provider-generation-conflict': () =>
      conflict(
        "Resource provider's generation already changed. Please update the generation and try again.",
        codes.concurrentUpdate,
      ),
  },
});
