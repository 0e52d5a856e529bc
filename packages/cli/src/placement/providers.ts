import { type Service, textAt, type Thing, thingsAt } from '../asking/service.ts';
import {
  actionCommand,
  type Column,
  type ColumnNote,
  listCommand,
  showCommand,
} from '../command/client-command.ts';
import { forEach } from '../command/for-each.ts';
import { flag, neededText, someTexts, text, texts } from '../command/option.ts';
import type { Cell } from '../output/value.ts';
import { aggregatesWords, requiredWords, resourcesWord } from './filter-words.ts';
import { findProvider, providerId, providerPath } from './find-provider.ts';
import { memberOf } from '../asking/member-of.ts';

const fields: readonly ColumnNote[] = [
  { title: 'uuid' },
  { title: 'name' },
  { title: 'generation' },
  { title: 'root_provider_uuid', since: '1.14' },
  { title: 'parent_provider_uuid', since: '1.14' },
];

const provider = neededText('<provider>', 'The provider, by name or uuid.');

export const providerList = listCommand('placement', {
  options: {
    name: text('<name>', 'The one of this name.'),
    uuid: text('<uuid>', 'The one of this uuid.'),
    resource: texts('<resource_class>=<value>', 'Those that could serve so much of a class.', {
      since: '1.4',
    }),
    inTree: text('<provider>', 'Those of the tree that this one is in.', { since: '1.14' }),
    required: texts('<trait>', 'Those with this trait; from 1.39 T1,T2 is one of them.', { since: '1.18' }),
    forbidden: texts('<trait>', 'Those without this trait.', { since: '1.22' }),
    memberOf: texts('<aggregate>[,<aggregate>]', 'Those in one of these aggregates.', {
      since: '1.3',
      aliases: ['--aggregate-uuid'],
    }),
    notMemberOf: texts('<aggregate>[,<aggregate>]', 'Those in none of these aggregates.', { since: '1.32' }),
  },
  columns: fields.map((field): Column<Thing> => ({ ...field, get: (item) => memberOf(item, field.title) })),
  list: async ({ service, values }) => {
    const answer = await service.get('/resource_providers', {
      name: values.name,
      uuid: values.uuid,
      resources: resourcesWord(values.resource),
      in_tree: values.inTree === undefined ? undefined : await providerId(service, values.inTree),
      required: requiredWords(values.required, values.forbidden),
      member_of: aggregatesWords(values.memberOf, values.notMemberOf),
    });
    return thingsAt(answer, 'resource_providers');
  },
});

export const providerCreate = showCommand('placement', {
  takes: { name: neededText('<name>', 'Its name.') },
  options: {
    uuid: text('<uuid>', 'Its uuid; one is made unless given.'),
    parentProvider: text('<provider>', 'The provider it is below.', { since: '1.14' }),
  },
  show: async ({ service, values }) => {
    const uuid = values.uuid ?? crypto.randomUUID();
    const parent = values.parentProvider;
    await service.post('/resource_providers', {
      name: values.name,
      uuid,
      ...(parent === undefined ? {} : { parent_provider_uuid: await providerId(service, parent) }),
    });
    return shown(service, await service.get(providerPath(uuid)));
  },
});

export const providerShow = showCommand('placement', {
  takes: { provider },
  options: { allocations: flag('Show who holds what of it, too.') },
  show: async ({ service, values }) => {
    const found = await findProvider(service, values.provider);
    if (!values.allocations) return shown(service, found);
    const { allocations = {} } = await service.get(providerPath(textAt(found, 'uuid'), '/allocations'));
    return { ...shown(service, found), allocations };
  },
});

export const providerSet = showCommand('placement', {
  takes: { provider },
  options: {
    name: text('<name>', 'A new name; the one it has, unless given.'),
    parentProvider: text(
      '<provider>',
      'The provider it is to be below; from 1.37 it may have had another one.',
      { since: '1.14', not: ['noParentProvider'] },
    ),
    noParentProvider: flag('It is to be a root.', { since: '1.37' }),
  },
  show: async ({ service, values }) => {
    const found = await findProvider(service, values.provider);
    const parent =
      values.parentProvider === undefined
        ? found['parent_provider_uuid']
        : await providerId(service, values.parentProvider);
    const body = {
      name: values.name ?? found['name'],
      ...(service.version.has('1.14')
        ? { parent_provider_uuid: values.noParentProvider ? null : (parent ?? null) }
        : {}),
    };
    return shown(service, await service.put(providerPath(textAt(found, 'uuid')), body));
  },
});

export const providerDelete = actionCommand('placement', {
  takes: { providers: someTexts('<provider>', 'Providers, by name or uuid.') },
  act: async ({ service, values, outside }) => {
    const work = { verb: 'delete', noun: 'resource provider', complain: outside.complain };
    await forEach(values.providers, work, async (name) =>
      service.delete(providerPath(await providerId(service, name))),
    );
  },
});

function shown(service: Service, thing: Thing): Record<string, Cell> {
  const there = fields.filter((field) => service.version.isWithin(field));
  return Object.fromEntries(there.map(({ title }) => [title, memberOf(thing, title)]));
}
