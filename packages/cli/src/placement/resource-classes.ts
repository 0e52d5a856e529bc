import { type Thing, thingsAt } from '../asking/service.ts';
import { actionCommand, type Column, listCommand, showCommand } from '../command/client-command.ts';
import { forEach } from '../command/for-each.ts';
import { neededText, someTexts } from '../command/option.ts';
import { memberOf } from '../asking/member-of.ts';

const columns: readonly Column<Thing>[] = [{ title: 'name', get: (item) => memberOf(item, 'name') }];
const name = neededText('<name>', 'Its name.');

export const classList = listCommand('placement', {
  since: '1.2',
  columns,
  list: async ({ service }) => thingsAt(await service.get('/resource_classes'), 'resource_classes'),
});

export const classShow = showCommand('placement', {
  since: '1.2',
  takes: { name },
  show: async ({ service, values }) => ({
    name: memberOf(await service.get(classPath(values.name)), 'name'),
  }),
});

export const classCreate = actionCommand('placement', {
  description: 'Names begin with CUSTOM_.',
  since: '1.2',
  takes: { name },
  act: async ({ service, values }) => {
    await service.post('/resource_classes', { name: values.name });
  },
});

export const classSet = actionCommand('placement', {
  description: 'Nothing happens where there is one already.',
  since: '1.7',
  takes: { name },
  act: async ({ service, values }) => {
    await service.put(classPath(values.name));
  },
});

export const classDelete = actionCommand('placement', {
  since: '1.2',
  takes: { names: someTexts('<name>', 'Their names.') },
  act: async ({ service, values, outside }) => {
    const work = { verb: 'delete', noun: 'resource class', complain: outside.complain };
    await forEach(values.names, work, (each) => service.delete(classPath(each)));
  },
});

function classPath(name: string): string {
  return `/resource_classes/${encodeURIComponent(name)}`;
}
