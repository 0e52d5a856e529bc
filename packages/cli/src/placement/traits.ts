import { ServiceError } from '@berth/client/service-error.ts';
import { type Service, textAt, type Thing } from '../asking/service.ts';
import { actionCommand, type Column, listCommand, showCommand } from '../command/client-command.ts';
import { forEach } from '../command/for-each.ts';
import { flag, neededText, someTexts, text, texts } from '../command/option.ts';
import { findProvider, providerId, providerPath } from './find-provider.ts';

const columns: readonly Column<string>[] = [{ title: 'name', get: (name) => name }];
const provider = neededText('<provider>', 'The provider, by name or uuid.');
const name = neededText('<name>', 'Its name.');
const names = someTexts('<name>', 'Their names.');

export const traitList = listCommand('placement', {
  since: '1.6',
  options: {
    name: text('<filter>', 'startswith:<prefix> or in:<name>,<name>.', { not: ['startsWith', 'nameIn'] }),
    startsWith: text('<prefix>', 'Those whose name begins so.', { not: ['nameIn'] }),
    nameIn: text('<name>,<name>', 'Of these, those that there are.'),
    associated: flag('Those that a provider has.'),
  },
  columns,
  list: async ({ service, values }) => {
    const { name: filter, startsWith, nameIn, associated } = values;
    const prefix = startsWith === undefined ? undefined : `startswith:${startsWith}`;
    const among = nameIn === undefined ? undefined : `in:${nameIn}`;
    const query = { name: filter ?? prefix ?? among, associated: associated ? 'True' : undefined };
    return traitsIn(await service.get('/traits', query));
  },
});

export const traitShow = showCommand('placement', {
  description: 'It is only told whether there is such a trait.',
  since: '1.6',
  takes: { name },
  show: async ({ service, values }) => {
    await service.get(traitPath(values.name));
    return { name: values.name };
  },
});

export const traitCreate = actionCommand('placement', {
  description: 'Names begin with CUSTOM_. Nothing happens where there is one already.',
  since: '1.6',
  takes: { names },
  act: async ({ service, values, outside }) => {
    const work = { verb: 'create', noun: 'trait', complain: outside.complain };
    await forEach(values.names, work, (each) => service.put(traitPath(each)));
  },
});

export const traitDelete = actionCommand('placement', {
  since: '1.6',
  takes: { names },
  act: async ({ service, values, outside }) => {
    const work = { verb: 'delete', noun: 'trait', complain: outside.complain };
    await forEach(values.names, work, (each) => service.delete(traitPath(each)));
  },
});

export const providerTraitList = listCommand('placement', {
  since: '1.6',
  takes: { provider },
  columns,
  list: async ({ service, values }) =>
    traitsIn(await service.get(providerPath(await providerId(service, values.provider), '/traits'))),
});

export const providerTraitSet = listCommand('placement', {
  description: 'Those that are not named it has no longer.',
  since: '1.6',
  takes: { provider },
  options: { trait: texts('<trait>', 'A trait it is to have.') },
  columns,
  list: async ({ service, values }) => {
    const found = await findProvider(service, values.provider);
    return putTraits(service, found, values.trait);
  },
});

export const providerTraitAdd = listCommand('placement', {
  description: 'It keeps those that it has.',
  since: '1.6',
  takes: { provider, traits: someTexts('<trait>', 'Traits it is to have besides.') },
  columns,
  list: ({ service, values }) =>
    changeTraits(service, values.provider, (before) => [...new Set([...before, ...values.traits])]),
});

export const providerTraitRemove = listCommand('placement', {
  description: 'It keeps all others.',
  since: '1.6',
  takes: { provider, traits: someTexts('<trait>', 'Traits it is to have no longer.') },
  columns,
  list: ({ service, values }) =>
    changeTraits(service, values.provider, (before) =>
      before.filter((each) => !values.traits.includes(each)),
    ),
});

export const providerTraitDelete = actionCommand('placement', {
  description: 'All of them; traits that others have stay.',
  since: '1.6',
  takes: { provider },
  act: async ({ service, values }) =>
    service.delete(providerPath(await providerId(service, values.provider), '/traits')),
});

/** How often somebody else may change the provider meanwhile before it is given up. */
const attempts = 4;

async function changeTraits(
  service: Service,
  text: string,
  change: (before: readonly string[]) => readonly string[],
): Promise<readonly string[]> {
  const id = await providerId(service, text);
  for (let attempt = 1; ; attempt += 1) {
    const before = await service.get(providerPath(id, '/traits'));
    const found = { uuid: id, generation: before['resource_provider_generation'] ?? 0 };
    try {
      return await putTraits(service, found, change(traitsIn(before)));
    } catch (error) {
      const isRaced = error instanceof ServiceError && error.status === 409 && attempt < attempts;
      if (!isRaced) throw error;
    }
  }
}

async function putTraits(
  service: Service,
  found: Thing,
  traits: readonly string[],
): Promise<readonly string[]> {
  const body = { resource_provider_generation: found['generation'], traits };
  return traitsIn(await service.put(providerPath(textAt(found, 'uuid'), '/traits'), body));
}

function traitsIn({ traits }: Thing): readonly string[] {
  return Array.isArray(traits) ? traits.map(String) : [];
}

function traitPath(name: string): string {
  return `/traits/${encodeURIComponent(name)}`;
}
