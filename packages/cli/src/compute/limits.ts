import { projectId } from '../asking/find-in-identity.ts';
import { thingAt } from '../asking/service.ts';
import { listCommand } from '../command/client-command.ts';
import { flag, text } from '../command/option.ts';
import type { Value } from '../output/value.ts';

export const limitsShow = listCommand('compute', {
  description: 'Those of compute.',
  options: {
    absolute: flag('How much there may be, and is (so unless told).', { not: ['rate'] }),
    rate: flag('How often something may be asked for: there is no such limit.'),
    reserved: flag('What is reserved, too.'),
    project: text('<project>', 'Those of this project.'),
  },
  columns: [
    { title: 'Name', get: ([name]: readonly [string, Value]) => name },
    { title: 'Value', get: ([, value]) => value },
  ],
  list: async ({ service, cloud, values }) => {
    if (values.rate) return [];
    const query = {
      reserved: values.reserved ? 1 : undefined,
      tenant_id: values.project === undefined ? undefined : await projectId(cloud, values.project),
    };
    return Object.entries(thingAt(thingAt(await service.get('/limits', query), 'limits'), 'absolute'));
  },
});
