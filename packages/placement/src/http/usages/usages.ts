import { notFound } from '@berth/api-kit/http-error.ts';
import type { Usage } from '@berth/engine/usage.ts';
import { usagesByType, usagesOfProject, usagesOfProvider } from '@berth/engine/usages.ts';
import type { World } from '@berth/engine/world.ts';
import { queryCheck } from '../body.ts';
import { json, read } from '../endpoints.ts';
import { className, identity, object } from '../fragments.ts';
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
  target: (query) => ({ project_id: query.last('project_id') ?? null }),
  answer: ({ world, query, version, features, now }) => {
    checkQuery.at(version)?.(query);
    const asked = { projectId: query.last('project_id') ?? '', userId: query.last('user_id') ?? null };
    const usages = features.usagesByConsumerType
      ? byType(world, asked, query.last('consumer_type'))
      : Object.fromEntries(usagesOfProject(world, asked).amounts);
    return json({ usages }, { lastModified: now });
  },
});

/** `all` puts all types together; `unknown` are those without one; without a type, each for itself. */
function byType(
  world: World,
  asked: { projectId: string; userId: string | null },
  type: string | undefined,
): Record<string, unknown> {
  if (type === 'all') {
    const all = usagesOfProject(world, asked);
    return all.consumerCount > 0 ? { all: wireUsage(all) } : {};
  }
  const usages = usagesByType(world, asked);
  const wanted = type === undefined ? [...usages] : [...usages].filter(([name]) => name === type);
  return Object.fromEntries(wanted.map(([name, usage]) => [name, wireUsage(usage)]));
}

function wireUsage(usage: Usage): Record<string, number> {
  return { ...Object.fromEntries(usage.amounts), consumer_count: usage.consumerCount };
}
