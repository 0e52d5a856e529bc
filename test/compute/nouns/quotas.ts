import type { Prng } from '@berth/testing/prng.ts';
import { callers } from '../callers.ts';
import type { Draft, Parameter } from '../draft.ts';
import type { ComparedNoun } from '../noun.ts';
import { users } from './keypairs.ts';

/** Quotas of projects, of users and of classes, and the limits that follow from them. */
export const quotas: ComparedNoun = {
  name: 'quotas',
  seams: ['2.36', '2.39', '2.50', '2.57', '2.75'],
  draw: (prng) =>
    prng.weighted<() => Draft>([
      [24, () => drawUpdate(prng)],
      [10, () => drawShow(prng, '')],
      [10, () => drawShow(prng, '/detail')],
      [4, () => drawShow(prng, '/defaults')],
      [5, () => drawDelete(prng)],
      [6, () => drawClassUpdate(prng)],
      [4, () => drawClassShow(prng)],
      [10, () => drawLimits(prng)],
      [5, () => drawGroup(prng)],
    ])(),
  state: () =>
    projects.flatMap((project) =>
      [null, ...users].map((user) => ({
        route: 'GET /os-quota-sets/{id}/detail',
        method: 'GET',
        path: `/os-quota-sets/${project}/detail`,
        query: user === null ? [] : [['user_id', user] as const],
        caller: 'admin',
        version: '2.1',
      })),
    ),
};

const projects = [...new Set(Object.values(callers).flatMap(({ project }) => project ?? []))];

const names = [
  ...['cores', 'instances', 'key_pairs', 'metadata_items', 'ram', 'server_group_members', 'server_groups'],
  ...['injected_file_content_bytes', 'injected_file_path_bytes', 'injected_files'],
  ...['fixed_ips', 'floating_ips', 'security_group_rules', 'security_groups'],
];

/** Few things, so that what users were promised meets what their project has. */
const likelyNames = ['cores', 'cores', 'instances', 'server_groups', 'key_pairs', 'fixed_ips'];

const limits = [0, 1, 2, 3, 5, 8, 10, 15, 20, 25, -1, '5', '10', '-1'];
const oddLimits = [
  ...[
    '',
    ' 5',
    '5 ',
    '+5',
    '5\n',
    '-1\n',
    '007',
    '-0',
    '--1',
    '1_0',
    '1.0',
    '1e3',
    'x',
    '-2',
    '2147483648',
    '٣',
  ],
  ...[-2, 2_147_483_647, 2_147_483_648, 1e20, 1.5, 2.0, -1.0, null, true, [], {}],
];

function drawLimitsSent(prng: Prng): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  const count = prng.pick([0, 1, 1, 1, 2, 3]);
  for (let left = count; left > 0; left -= 1) {
    const name = prng.chance(0.75) ? prng.pick(likelyNames) : prng.pick(names);
    sent[name] = prng.chance(0.92) ? prng.pick(limits) : prng.pick(oddLimits);
  }
  if (prng.chance(0.03)) sent[prng.pick(['foo', 'tenant_id', 'id', 'gigabytes'])] = 1;
  return sent;
}

const forces = [true, true, false, 'true', 'False', '1', '0', 'on', 'maybe', 1, null, ''];

function drawUpdate(prng: Prng): Draft {
  const sent = drawLimitsSent(prng);
  if (prng.chance(0.3)) sent['force'] = prng.pick(forces);
  return {
    route: 'PUT /os-quota-sets/{id}',
    method: 'PUT',
    path: pathOf(prng, ''),
    query: drawUserQuery(prng, 0.55),
    body: { quota_set: sent },
    ...(prng.chance(0.7) ? { caller: 'admin' } : {}),
  };
}

function drawShow(prng: Prng, view: string): Draft {
  return {
    route: `GET /os-quota-sets/{id}${view}`,
    method: 'GET',
    path: pathOf(prng, view),
    query: drawUserQuery(prng, 0.5),
  };
}

function drawDelete(prng: Prng): Draft {
  return {
    route: 'DELETE /os-quota-sets/{id}',
    method: 'DELETE',
    path: pathOf(prng, ''),
    query: drawUserQuery(prng, 0.6),
  };
}

function pathOf(prng: Prng, view: string): string {
  const project = prng.chance(0.94)
    ? prng.pick(projects)
    : prng.pick(['other', 'unknown1', '%C3%A4', '%20', "'"]);
  return `/os-quota-sets/${project}${view}`;
}

function drawUserQuery(prng: Prng, often: number): Parameter[] {
  const query: Parameter[] = [];
  while (prng.chance(query.length === 0 ? often : 0.05)) {
    query.push(['user_id', prng.chance(0.95) ? prng.pick(users) : '']);
  }
  if (prng.chance(0.04)) query.push([prng.pick(['foo', 'tenant_id', 'usages']), '1']);
  return query;
}

function drawClassUpdate(prng: Prng): Draft {
  return {
    route: 'PUT /os-quota-class-sets/{name}',
    method: 'PUT',
    path: classPath(prng),
    body: { quota_class_set: drawLimitsSent(prng) },
  };
}

function drawClassShow(prng: Prng): Draft {
  return { route: 'GET /os-quota-class-sets/{name}', method: 'GET', path: classPath(prng) };
}

function classPath(prng: Prng): string {
  const name = prng.pick([
    'default',
    'default',
    'default',
    'other',
    '%C3%A4',
    'x'.repeat(255),
    'x'.repeat(256),
  ]);
  return `/os-quota-class-sets/${name}`;
}

function drawLimits(prng: Prng): Draft {
  const query: Parameter[] = [];
  while (prng.chance(query.length === 0 ? 0.4 : 0.1)) {
    query.push(['tenant_id', prng.pick([...projects, '', 'other', 'unknown1'])]);
  }
  if (prng.chance(0.08)) query.push([prng.pick(['reserved', 'foo']), '1']);
  return { route: 'GET /limits', method: 'GET', path: '/limits', query };
}

/** So that something is used. */
function drawGroup(prng: Prng): Draft {
  return {
    route: 'POST /os-server-groups',
    method: 'POST',
    path: '/os-server-groups',
    body: { server_group: { name: 'g', policies: ['affinity'] } },
    version: prng.pick(['2.1', '2.13']),
  };
}
