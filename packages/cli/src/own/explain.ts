import { actionCommand } from '../command/client-command.ts';
import { flag, neededText } from '../command/option.ts';
import { jsonText } from '../output/json-text.ts';
import { serverId } from '../compute/find-thing.ts';
import { candidateOptions, candidateQuery } from '../placement/allocation-candidates.ts';
import { ofBerthAlone } from './of-berth-alone.ts';

const json = flag('Print JSON instead.');

export const explainCandidates = actionCommand('placement', {
  description:
    'It takes what allocation candidate list takes, and tells how many trees each rule leaves, which come nearest and what they lack, and the smallest changes that would work.',
  since: '1.10',
  options: { ...candidateOptions, json },
  act: async ({ service, given, values }) => {
    const path = '/berth/v1/explain/allocation_candidates';
    const query = await candidateQuery(service, given);
    return ofBerthAlone(async () =>
      values.json
        ? { kind: 'text', text: `${jsonText(await service.get(path, query), true)}\n` }
        : { kind: 'text', text: await service.getText(path, query) },
    );
  },
});

export const explainServer = actionCommand('placement', {
  description:
    'What was decided about its place, the newest first: hosts with room, what each filter left, weights, and where there was no host what would have worked.',
  takes: { server: neededText('<server>', 'The server, by name or id.') },
  options: { json },
  act: async ({ service, cloud, values }) => {
    const id = await serverId(await cloud.compute(), values.server);
    const path = `/berth/v1/servers/${id}/decisions`;
    return ofBerthAlone(
      async () =>
        values.json
          ? { kind: 'text', text: `${jsonText(await service.get(path), true)}\n` }
          : { kind: 'text', text: await service.getText(path) },
      `there is no server ${id}.`,
    );
  },
});
