import { textAt, type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { actionCommand, type Column, listCommand, showCommand } from '../command/client-command.ts';
import { forEach } from '../command/for-each.ts';
import { choice, flag, neededText, pairs, someTexts, whole } from '../command/option.ts';
import { asPairs, asWords, inOrder } from '../output/formatted.ts';
import type { Cell } from '../output/value.ts';
import { memberOf } from '../asking/member-of.ts';
import { findGroup } from './find-thing.ts';

const columns: readonly Column<Thing>[] = [
  { title: 'ID', get: (group) => memberOf(group, 'id') },
  { title: 'Name', get: (group) => memberOf(group, 'name') },
  { title: 'Policies', until: '2.64', get: (group) => asWords(memberOf(group, 'policies')) },
  { title: 'Policy', since: '2.64', get: (group) => memberOf(group, 'policy') },
  { title: 'Members', isLong: true, get: (group) => asWords(memberOf(group, 'members')) },
  { title: 'Project Id', isLong: true, get: (group) => memberOf(group, 'project_id') },
  { title: 'User Id', isLong: true, get: (group) => memberOf(group, 'user_id') },
];

export const groupList = listCommand('compute', {
  options: {
    allProjects: flag('Those of all projects.'),
    long: flag('Show more of them.'),
    offset: whole('<n>', 'Leave out so many.'),
    limit: whole('<n>', 'So many at most.'),
  },
  columns,
  list: async ({ service, values }) => {
    const { allProjects, offset, limit } = values;
    const query = { all_projects: allProjects ? 'True' : undefined, offset, limit };
    return thingsAt(await service.get('/os-server-groups', query), 'server_groups');
  },
});

export const groupShow = showCommand('compute', {
  takes: { group: neededText('<group>', 'The group, by name or id.') },
  show: async ({ service, values }) => shown(await findGroup(service, values.group)),
});

export const groupCreate = showCommand('compute', {
  takes: { name: neededText('<name>', 'Its name.') },
  options: {
    policy: choice(
      ['affinity', 'anti-affinity', 'soft-affinity', 'soft-anti-affinity'],
      'Whether its servers are together or apart (affinity).',
    ),
    rule: pairs('max_server_per_host=<n>, with anti-affinity.', { since: '2.64' }),
  },
  show: async ({ service, values }) => {
    const { name, policy = 'affinity', rule } = values;
    const rules = Object.fromEntries(
      Object.entries(rule).map(([key, value]) => [key, /^\d+$/.test(value) ? Number(value) : value]),
    );
    const group = service.version.has('2.64')
      ? { name, policy, ...(Object.keys(rules).length === 0 ? {} : { rules }) }
      : { name, policies: [policy] };
    return shown(thingAt(await service.post('/os-server-groups', { server_group: group }), 'server_group'));
  },
});

export const groupDelete = actionCommand('compute', {
  takes: { groups: someTexts('<group>', 'Groups, by name or id.') },
  act: async ({ service, values, outside }) => {
    const work = { verb: 'delete', noun: 'server group', complain: outside.complain };
    await forEach(values.groups, work, async (name) =>
      service.delete(`/os-server-groups/${textAt(await findGroup(service, name), 'id')}`),
    );
  },
});

function shown({ metadata: _metadata, ...group }: Thing): Record<string, Cell> {
  return inOrder({
    ...group,
    members: asWords(group['members'] ?? []),
    ...(group['policies'] === undefined ? {} : { policies: asWords(group['policies']) }),
    ...(group['rules'] === undefined ? {} : { rules: asPairs(group['rules']) }),
  });
}
