import { type Thing, thingAt } from '../asking/service.ts';
import { type Column, listCommand } from '../command/client-command.ts';
import { neededText, text } from '../command/option.ts';
import type { Value } from '../output/value.ts';
import { providerId, providerPath } from './find-provider.ts';

interface Usage {
  readonly name: string;
  readonly amount: Value;
}

const columns: readonly Column<Usage>[] = [
  { title: 'resource_class', get: ({ name }) => name },
  { title: 'usage', get: ({ amount }) => amount },
];

export const providerUsageShow = listCommand('placement', {
  takes: { provider: neededText('<provider>', 'The provider, by name or uuid.') },
  columns,
  list: async ({ service, values }) =>
    usagesIn(await service.get(providerPath(await providerId(service, values.provider), '/usages'))),
});

export const usageShow = listCommand('placement', {
  since: '1.9',
  takes: { project: neededText('<project>', 'The id of the project.') },
  options: {
    userId: text('<user>', 'Only what this user holds.'),
    consumerType: text(
      '<type>',
      'Only what consumers of this type hold; all, unknown, or one such as INSTANCE.',
      { since: '1.38' },
    ),
  },
  columns,
  list: async ({ service, values }) => {
    const { project, userId, consumerType } = values;
    return usagesIn(
      await service.get('/usages', { project_id: project, user_id: userId, consumer_type: consumerType }),
    );
  },
});

/** By class; from 1.38 on those of a project are by type of consumer first, and are summed up. */
function usagesIn(answer: Thing): readonly Usage[] {
  const sums = new Map<string, number>();
  const add = (usages: Thing) => {
    for (const [name, amount] of Object.entries(usages)) {
      // How many consumers there are is no resource.
      if (name === 'consumer_count') continue;
      if (typeof amount === 'number') sums.set(name, (sums.get(name) ?? 0) + amount);
      else if (typeof amount === 'object') add(amount as Thing);
    }
  };
  add(thingAt(answer, 'usages'));
  return [...sums].map(([name, amount]) => ({ name, amount }));
}
