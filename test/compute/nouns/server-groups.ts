import type { Prng } from '@berth/testing/prng.ts';
import { callers } from '../callers.ts';
import type { Draft, Parameter } from '../draft.ts';
import type { ComparedNoun, KnownIds } from '../noun.ts';
import { users } from './keypairs.ts';

export const serverGroups: ComparedNoun = {
  name: 'server-groups',
  seams: ['2.13', '2.15', '2.64', '2.75'],
  draw: (prng, known) =>
    prng.weighted<() => Draft>([
      [28, () => drawCreate(prng)],
      [16, () => drawList(prng)],
      [12, () => drawOne(prng, known, 'GET')],
      [8, () => drawOne(prng, known, 'DELETE')],
      [3, () => drawTightQuota(prng)],
    ])(),
  state: () => [
    {
      route: 'GET /os-server-groups',
      method: 'GET',
      path: '/os-server-groups',
      query: [['all_projects', '']],
      caller: 'admin',
      version: '2.93',
    },
  ],
};

const policies = ['affinity', 'anti-affinity', 'anti-affinity', 'soft-affinity', 'soft-anti-affinity'];
const oddPolicies = ['legacy', '', 'Affinity', null, 5, [], ['affinity']];
const names = ['g1', 'g2', 'ä ö', 'a/b', 'x'];
const oddNames = [
  '',
  ' ',
  ' a',
  'a ',
  'a\n',
  '\n',
  'a\tb',
  'a\u200bb',
  'x'.repeat(255),
  'x'.repeat(256),
  null,
  5,
  [],
];
const perHost = [
  1,
  2,
  3,
  '1',
  '2',
  '007',
  0,
  -1,
  '',
  '0',
  'x',
  1.5,
  2.0,
  null,
  true,
  ' 1',
  '+1',
  2_147_483_647,
  '1\n',
];

function drawCreate(prng: Prng): Draft {
  const isNew = prng.chance(0.5);
  const policy = prng.chance(0.9) ? prng.pick(policies) : prng.pick(oddPolicies);
  const group: Record<string, unknown> = {
    name: prng.chance(0.88) ? prng.pick(names) : prng.pick(oddNames),
    ...(isNew ? { policy } : { policies: drawPolicies(prng, policy) }),
  };
  if (prng.chance(isNew ? 0.4 : 0.05)) group['rules'] = drawRules(prng);
  if (prng.chance(0.04)) group[prng.pick(['foo', 'metadata', 'members'])] = [];
  const inOrder = prng.chance(0.2) ? prng.shuffled(Object.entries(group)) : Object.entries(group);
  return {
    route: 'POST /os-server-groups',
    method: 'POST',
    path: '/os-server-groups',
    body: { server_group: Object.fromEntries(inOrder) },
    // Most versions know only one of the two forms.
    ...(prng.chance(0.7)
      ? { version: prng.pick(isNew ? ['2.64', '2.75', '2.93'] : ['2.1', '2.13', '2.15', '2.63']) }
      : {}),
  };
}

function drawPolicies(prng: Prng, policy: unknown): unknown {
  if (prng.chance(0.9)) return [policy];
  return prng.pick([[], policy, [policy, policy], [policy, 'affinity'], [policy, 5], {}]);
}

function drawRules(prng: Prng): unknown {
  if (prng.chance(0.85)) return { max_server_per_host: prng.pick(perHost) };
  return prng.pick([{}, null, [], { foo: 1 }, { max_server_per_host: 1, foo: 1 }]);
}

function drawOne(prng: Prng, known: KnownIds, method: 'GET' | 'DELETE'): Draft {
  const made = known.of('server_group');
  const id = made.length > 0 && prng.chance(0.9) ? prng.pick(made) : prng.pick(oddIds);
  const query: Parameter[] = prng.chance(0.05) ? [['foo', '1']] : [];
  return { route: `${method} /os-server-groups/{id}`, method, path: `/os-server-groups/${id}`, query };
}

const oddIds = ['nope', '11111111-2222-3333-4444-555555555555', '%20', '%C3%A4', '1', 'x'.repeat(300)];

function drawList(prng: Prng): Draft {
  const query: Parameter[] = [];
  const digits = ['0', '1', '2', '3', '1000', '1001', '', '-1', 'x', '01', '99999999999999999999'];
  for (const name of ['limit', 'offset', 'limit'])
    if (prng.chance(0.3)) query.push([name, prng.pick(digits)]);
  if (prng.chance(0.4)) query.push(['all_projects', prng.pick(['', 'True', 'false', '1', 'x'])]);
  if (prng.chance(0.05)) query.push([prng.pick(['foo', 'marker', 'project_id']), '1']);
  return {
    route: 'GET /os-server-groups',
    method: 'GET',
    path: '/os-server-groups',
    query: prng.chance(0.3) ? prng.shuffled(query) : query,
  };
}

/** So that there can be too many. */
function drawTightQuota(prng: Prng): Draft {
  const project = prng.pick(Object.values(callers).flatMap(({ project }) => project ?? []));
  return {
    route: 'PUT /os-quota-sets/{id}',
    method: 'PUT',
    path: `/os-quota-sets/${project}`,
    query: prng.chance(0.4) ? [['user_id', prng.pick(users)]] : [],
    body: { quota_set: { server_groups: prng.pick([0, 1, 2, 3, -1]), force: prng.chance(0.8) } },
    caller: 'admin',
    version: '2.57',
  };
}
