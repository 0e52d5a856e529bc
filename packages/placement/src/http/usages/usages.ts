import { notFound } from '@berth/api-kit/http-error.ts';
import type { Usage } from '@berth/engine/usage.ts';
import { usagesByType, usagesOfProject, usagesOfProvider } from '@berth/engine/usages.ts';
import type { World } from '@berth/engine/world.ts';
import { queryCheck } from '../body.ts';
import { json, read } from '../endpoints.ts';
import { className, identity, object } from '../fragments.ts';
import { madeWhileSent, manyItems } from '../made-while-sent.ts';
import { providerIn } from '../params.ts';
import { versions } from '../versions.ts';

/** Usage is always as of now, whenever the allocations that make it up were written. */
export const getProviderUsages = read({
  route: 'GET /resource_providers/{uuid}/usages',
  gives: 'json',
  policy: 'placement:resource_providers:usages',
  answer: (context) => {
    const provider = providerIn(context);
    const usages = Object.fromEntries(usagesOfProvider(provider));
    return json({ resource_provider_generation: provider.generation, usages }, { lastModified: context.now });
  },
  words: {
    'provider-not-found': ({ id }, sentence) =>
      notFound(`No resource provider with uuid ${id} found: ${sentence}`),
  },
});

const checkQuery = versions.ladder(
  ['1.9', queryCheck(object({ project_id: identity, user_id: identity }, ['project_id']))],
  [
    '1.38',
    queryCheck(
      object(
        {
          project_id: identity,
          user_id: identity,
          consumer_type: {
            type: 'string',
            pattern: `${className}|^all|^unknown$`,
            minLength: 1,
            maxLength: 255,
          },
        },
        ['project_id'],
      ),
    ),
  ],
);

export const getUsages = read({
  route: 'GET /usages',
  since: '1.9',
  gives: 'json',
  policy: 'placement:usages',
  target: ({ query }) => ({ project_id: query.last('project_id') ?? null }),
  answer: ({ world, query, version, features, now }) => {
    checkQuery.at(version)?.(query);
    const asked = { projectId: query.last('project_id') ?? '', userId: query.last('user_id') ?? null };
    if (!features.usagesByConsumerType)
      return json(
        { usages: Object.fromEntries(usagesOfProject(world, asked).amounts) },
        { lastModified: now },
      );
    const usages = byType(world, asked, query.last('consumer_type'));
    if (usages.length <= manyItems)
      return json({ usages: Object.fromEntries(usages) }, { lastModified: now });
    const encode = ([name, usage]: ShownUsage) => `${JSON.stringify(name)}:${JSON.stringify(usage)}`;
    return { status: 200, body: madeWhileSent('{"usages":{', usages, encode, '}}'), lastModified: now };
  },
});

type ShownUsage = readonly [type: string, usage: Record<string, number>];

/** `all` puts all types together; `unknown` are those without one; without a type, each for itself. */
function byType(
  world: World,
  asked: { projectId: string; userId: string | null },
  type: string | undefined,
): ShownUsage[] {
  if (type === 'all') {
    const all = usagesOfProject(world, asked);
    return all.consumerCount > 0 ? [['all', wireUsage(all)]] : [];
  }
  const usages = usagesByType(world, asked);
  if (type === undefined) return Array.from(usages, ([name, usage]) => [name, wireUsage(usage)]);
  const ofType = usages.get(type);
  return ofType ? [[type, wireUsage(ofType)]] : [];
}

function wireUsage(usage: Usage): Record<string, number> {
  return { ...Object.fromEntries(usage.amounts), consumer_count: usage.consumerCount };
}
