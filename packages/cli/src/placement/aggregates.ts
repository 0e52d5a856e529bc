import { textAt, type Thing } from '../asking/service.ts';
import { type Column, listCommand } from '../command/client-command.ts';
import { neededText, texts, whole } from '../command/option.ts';
import type { Value } from '../output/value.ts';
import { findProvider, providerId, providerPath } from './find-provider.ts';

const provider = neededText('<provider>', 'The provider, by name or uuid.');
const columns: readonly Column<Value>[] = [{ title: 'uuid', get: (id) => id }];

export const providerAggregateList = listCommand('placement', {
  since: '1.1',
  takes: { provider },
  columns,
  list: async ({ service, values }) =>
    idsIn(await service.get(providerPath(await providerId(service, values.provider), '/aggregates'))),
});

export const providerAggregateSet = listCommand('placement', {
  description: 'Those that are not named it is in no longer.',
  since: '1.1',
  takes: { provider },
  options: {
    aggregate: texts('<aggregate>', 'The uuid of an aggregate.'),
    generation: whole('<generation>', 'That of the provider; the one it has, unless given.', {
      since: '1.19',
    }),
  },
  columns,
  list: async ({ service, values }) => {
    const found = await findProvider(service, values.provider);
    const body = service.version.has('1.19')
      ? {
          aggregates: values.aggregate,
          resource_provider_generation: values.generation ?? found['generation'],
        }
      : values.aggregate;
    return idsIn(await service.put(providerPath(textAt(found, 'uuid'), '/aggregates'), body));
  },
});

function idsIn({ aggregates }: Thing): readonly Value[] {
  return Array.isArray(aggregates) ? (aggregates as readonly Value[]) : [];
}
