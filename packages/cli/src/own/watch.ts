import { type Service, textAt, type Thing, thingsAt } from '../asking/service.ts';
import { actionCommand } from '../command/client-command.ts';
import { flag, text, texts, whole } from '../command/option.ts';
import { jsonText } from '../output/json-text.ts';
import { providerId } from '../placement/find-provider.ts';
import { changeLine } from './change-line.ts';
import { ofBerthAlone } from './of-berth-alone.ts';
import { stopRequest } from './stop-request.ts';

const pauseMs = 500;

export const watch = actionCommand('placement', {
  description:
    'A line for each change, as it becomes true, until it is interrupted; from now on, unless told.',
  options: {
    since: whole('<number>', 'Begin behind the change of this number; 0 is the beginning.'),
    noun: texts(
      '<noun>',
      'Only what is about this: providers, inventories, traits, aggregates, allocations, classes, servers and so on.',
    ),
    tree: text('<provider>', 'Only what is about the tree of this provider.'),
    count: whole('<n>', 'End after so many changes.'),
    json: flag('Print a line of JSON for each instead.'),
  },
  act: async ({ service, values, outside }) => {
    const filter = {
      noun: values.noun.length === 0 ? undefined : values.noun.join(','),
      tree: values.tree === undefined ? undefined : await providerId(service, values.tree),
    };
    const first = await ofBerthAlone(() => service.get(changes, { limit: 1 }));
    const names = await providerNames(service);
    const stop = stopRequest(outside);
    let since = values.since ?? Number(first['last']);
    // A number means something in the history it was told with; of one that was given nobody knows which that is.
    let history = values.since === undefined ? textAt(first, 'history') : undefined;
    let left = values.count ?? Infinity;
    while (!stop.isAsked && left > 0) {
      const page = await service.get(changes, { ...filter, since, history, limit: Math.min(1000, left) });
      for (const change of thingsAt(page, 'changes')) {
        note(names, change);
        outside.print(values.json ? jsonText(change, false) : changeLine(change, names));
        left -= 1;
      }
      since = Number(page['next']);
      history = textAt(page, 'history');
      if (left > 0 && since >= Number(page['last'])) await Promise.race([outside.pause(pauseMs), stop.asked]);
    }
  },
});

const changes = '/berth/v1/changes';

/** Names are told when a provider is made or renamed, and nowhere else. */
async function providerNames(service: Service): Promise<Map<string, string>> {
  const all = thingsAt(await service.get('/resource_providers'), 'resource_providers');
  return new Map(all.map((each) => [textAt(each, 'uuid'), textAt(each, 'name')]));
}

function note(names: Map<string, string>, change: Thing): void {
  if (change['kind'] === 'provider_set') names.set(textAt(change, 'provider_uuid'), textAt(change, 'name'));
}
