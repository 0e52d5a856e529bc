import type { Migration } from '@berth/compute-engine/migrations/migration.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { Prng } from '@berth/testing/prng.ts';
import type { Draft, Parameter } from '../draft.ts';
import { drawTime } from './draw-time.ts';
import type { Known } from './known.ts';

/** Versions at which something of these reads changes. */
export const readSeams = [
  '2.3',
  '2.5',
  '2.9',
  '2.16',
  '2.19',
  '2.21',
  '2.23',
  '2.26',
  '2.38',
  '2.47',
  '2.51',
  '2.58',
  '2.59',
  '2.62',
  '2.63',
  '2.66',
  '2.69',
  '2.71',
  '2.73',
  '2.75',
  '2.80',
  '2.83',
  '2.84',
  '2.90',
];

export function drawRead(prng: Prng, known: Known): Draft {
  return prng.weighted<(prng: Prng, known: Known) => Draft>([
    [30, drawList],
    [25, drawDetail],
    [8, drawShow],
    [9, drawPart],
    [12, drawActions],
    [6, drawAction],
    [7, drawMigrations],
    [3, drawServerMigrations],
  ])(prng, known);
}

/** Only what is asked about a window of time. */
export function drawWindow(prng: Prng, known: Known): Draft {
  const query = prng.shuffled([
    ...windowOf(prng, known),
    ...(prng.chance(0.5) ? [['all_tenants', '1'] as const] : []),
    ...(prng.chance(0.3) ? [['limit', String(prng.below(6))] as const] : []),
    ...(prng.chance(0.15) ? [['deleted', prng.pick(['true', 'false', 'x'])] as const] : []),
    ...(prng.chance(0.1) ? [['marker', prng.pick(known.servers).id] as const] : []),
  ]);
  return prng.weighted<() => Draft>([
    [5, () => draft('/servers', '/servers', query)],
    [3, () => draft('/servers/detail', '/servers/detail', query)],
    [3, () => ({ ...drawActions(prng, known), query: windowOf(prng, known) })],
    [4, () => drawMigrationWindow(prng, known)],
  ])();
}

/** What migrations changed in a window of time, mostly at a version that has windows, and by one who may see it. */
export function drawMigrationWindow(prng: Prng, known: Known): Draft {
  const query = [
    ...windowOf(prng, known),
    ...(prng.chance(0.3) ? [['limit', String(prng.below(6))] as const] : []),
    ...(prng.chance(0.2) ? [['marker', prng.pick(known.migrations).id as string] as const] : []),
    ...(prng.chance(0.5) ? drawMigrationFilters(prng, known) : []),
  ];
  return {
    ...draft('/os-migrations', '/os-migrations', prng.shuffled(query)),
    ...(prng.chance(0.7) ? { version: prng.pick(['2.66', '2.79', '2.80', '2.93']) } : {}),
    ...(prng.chance(0.7) ? { caller: 'admin' } : {}),
  };
}

function draft(route: string, path: string, query: readonly Parameter[] = []): Draft {
  return { route: `GET ${route}`, method: 'GET', path, query };
}

const drawList = (prng: Prng, known: Known): Draft => draft('/servers', '/servers', drawQuery(prng, known));
const drawDetail = (prng: Prng, known: Known): Draft =>
  draft('/servers/detail', '/servers/detail', drawQuery(prng, known));

function drawQuery(prng: Prng, known: Known): Parameter[] {
  const query: Parameter[] = [];
  if (prng.chance(0.5))
    query.push([
      'all_tenants',
      prng.weighted([
        [8, '1'],
        [1, ''],
        [1, prng.pick(['0', 'zz', 'True', 'f', ' yes '])],
      ]),
    ]);
  for (let count = prng.below(4); count > 0; count -= 1) {
    const name = prng.pick(filterNames);
    const values = filters[name] ?? [];
    const value = prng.chance(0.2)
      ? prng.pick(oddValues)
      : typeof values === 'function'
        ? values(prng, known)
        : prng.pick(values);
    query.push([name, value]);
  }
  if (prng.chance(0.25)) query.push(...windowOf(prng, known));
  if (prng.chance(0.3)) query.push(['sort_key', prng.pick(sortKeys)]);
  if (prng.chance(0.1)) query.push(['sort_key', prng.pick(sortKeys)]);
  if (prng.chance(0.25))
    query.push([
      'sort_dir',
      prng.weighted([
        [4, 'asc'],
        [4, 'desc'],
        [1, prng.pick(['x', '', ' asc'])],
      ]),
    ]);
  if (prng.chance(0.05)) query.push(['sort_dir', 'asc']);
  if (prng.chance(0.35))
    query.push([
      'limit',
      prng.weighted([
        [9, String(prng.below(8))],
        [1, prng.pick(['-1', 'x', '', '5000', '007', '+1'])],
      ]),
    ]);
  if (prng.chance(0.2))
    query.push([
      'marker',
      prng.weighted([
        [9, prng.pick(known.servers).id],
        [1, prng.pick(['zz', '', '1'])],
      ]),
    ]);
  return prng.shuffled(query);
}

function windowOf(prng: Prng, known: Known): Parameter[] {
  const query: Parameter[] = [];
  const { instants } = known;
  // Mostly one that begins before it ends.
  const [since, before] = prng.chance(0.8)
    ? [prng.pick(instants), prng.pick(instants)].sort((one, other) => one - other).map((each) => [each])
    : [instants, instants];
  if (prng.chance(0.7)) query.push(['changes-since', drawTime(prng, since ?? [])]);
  if (prng.chance(0.7)) query.push(['changes-before', drawTime(prng, before ?? [])]);
  if (prng.chance(0.03))
    query.push([prng.pick(['changes-since', 'changes-before']), drawTime(prng, known.instants)]);
  return query;
}

type Values = readonly string[] | ((prng: Prng, known: Known) => string);
const of =
  (get: (server: Server) => string | null) =>
  (prng: Prng, known: Known): string =>
    get(prng.pick(known.servers)) ?? 'zz';

const filters: Readonly<Record<string, Values>> = {
  user_id: ['alice', 'bob', 'al', ''],
  project_id: ['aa', 'bb', 'zz', 'a', ''],
  tenant_id: ['aa', 'cc', 'admin'],
  launch_index: ['0', '1', '^0$'],
  image_ref: of(({ image }) => image?.id ?? ''),
  image: of(({ image }) => image?.id ?? ''),
  kernel_id: ['^$', 'x'],
  ramdisk_id: ['^$', 'x'],
  hostname: ['web', '^h', '\\d$', 'ka'],
  key_name: ['key', 'ali', '^key b'],
  power_state: ['1', '^[03]$', '4'],
  vm_state: ['active', 'stopped', 'deleted', 'error', 'act', 'building'],
  task_state: ['powering-off', 'x', ''],
  host: ['host1', 'host2', 'host3', 'host', ''],
  node: ['host', '3$', 'x'],
  flavor: ['m', '7', 'private', 'huge', 'zz', 'medium'],
  reservation_id: of(({ reservationId }) => reservationId),
  launched_at: ['2026-01-01', '00:0[1-3]', '\\.000000$'],
  terminated_at: ['2026-01-01', '00:0[1-3]'],
  created_at: ['2026-01-01 00', ':1\\d\\.', '^2026', '2025'],
  availability_zone: ['nova', '^n', 'x'],
  name: [
    'web',
    '^db',
    '[',
    'w.b',
    '(?i)WEB',
    'b|x',
    'Käse',
    'x\\+y',
    '^.*7',
    '\\d$',
    'a*',
    '(w',
    ')',
    'w{2,1}',
    '\\w+-\\d',
  ],
  display_name: ['web', 'Käse', '\\(z\\)'],
  description: ['x', '['],
  display_description: ['the', '\\d+th$'],
  locked_by: ['owner', 'admin', '^o'],
  uuid: of(({ id }) => id),
  root_device_name: ['sda', 'vda'],
  config_drive: ['True', '^$', 'x'],
  access_ip_v4: ['10.0', '2$'],
  access_ip_v6: ['db8', '10'],
  auto_disk_config: ['0', '1', 'True'],
  progress: ['0', '100'],
  soft_deleted: ['1', '0', ''],
  deleted: ['true', 'false', '1', '0', 'x', ''],
  status: [
    'active',
    'SHUTOFF',
    'error',
    'deleted',
    'DELETED',
    'paused',
    'REBOOT',
    'build',
    'zz',
    '',
    'Verify_Resize',
    'soft_deleted',
  ],
  ip: ['192', '192.168.1.1', '168', '.*', '^192\\.168\\.1\\.2'],
  ip6: ['192', '2001', '.*'],
  tags: ['red', 'red,blue', 'Zoo', 'x', 'red,', 'red,red'],
  'tags-any': ['red,x', 'green', 'x'],
  'not-tags': ['red', 'red,blue', 'x'],
  'not-tags-any': ['red,x', 'blue', 'x'],
  locked: ['true', '0', 'zz', 'T'],
  metadata: ['x'],
  services: ['x'],
  _sa: ['1'],
  foo: ['1'],
  bar: ['1'],
};

const filterNames = [
  ...Object.keys(filters),
  'name',
  'name',
  'status',
  'status',
  'deleted',
  'flavor',
  'host',
  'tags',
];
const oddValues = ['', '[', '*', 'zz', 'ä', '%', '0', '(?P<a>x)', 'a{1001}', '^$', '\\', '()', '.'];

const sortKeys = [
  'created_at',
  'created_at',
  'updated_at',
  'display_name',
  'uuid',
  'vm_state',
  'host',
  'node',
  'hostname',
  'project_id',
  'user_id',
  'instance_type_id',
  'power_state',
  'launch_index',
  'image_ref',
  'progress',
  'auto_disk_config',
  'config_drive',
  'kernel_id',
  'locked',
  'locked_by',
  'key_name',
  'launched_at',
  'task_state',
  'availability_zone',
  'id',
  'memory_mb',
  'vcpus',
  'reservation_id',
  'zz',
  '',
];

function drawId(prng: Prng, { servers }: Known): string {
  return prng.weighted([
    [12, prng.pick(servers).id as string],
    [1, prng.pick(['zz', '11111111-1111-4111-8111-111111111111', prng.pick(servers).id.toUpperCase()])],
  ]);
}

function drawShow(prng: Prng, known: Known): Draft {
  return draft('/servers/{id}', `/servers/${drawId(prng, known)}`, prng.chance(0.1) ? [['foo', '1']] : []);
}

function drawPart(prng: Prng, known: Known): Draft {
  const part = prng.pick([
    'ips',
    'ips/private',
    'ips/zz',
    'metadata',
    'metadata/a',
    'metadata/role',
    'metadata/zz',
    'tags',
    'tags/red',
    'tags/zz',
  ]);
  return draft(`/servers/{id}/${part}`, `/servers/${drawId(prng, known)}/${part}`);
}

function drawActions(prng: Prng, known: Known): Draft {
  const id = drawId(prng, known);
  const own = known.actions.filter(({ serverId }) => serverId === id);
  const query: Parameter[] = windowOf(prng, known);
  if (prng.chance(0.3)) query.push(['limit', prng.pick(['0', '1', '2', '9', 'x', '-1', ''])]);
  if (prng.chance(0.25))
    query.push([
      'marker',
      own.length > 0 && prng.chance(0.8) ? prng.pick(own).requestId : prng.pick(['zz', '']),
    ]);
  if (prng.chance(0.05))
    query.push(
      prng.pick([
        ['foo', '1'],
        ['limit', '1'],
        ['sort_key', 'x'],
      ] as const),
    );
  return draft(
    '/servers/{id}/os-instance-actions',
    `/servers/${id}/os-instance-actions`,
    prng.chance(0.3) ? [] : query,
  );
}

function drawAction(prng: Prng, known: Known): Draft {
  const action = prng.pick(known.actions);
  const serverId = prng.chance(0.9) ? action.serverId : drawId(prng, known);
  const requestId = prng.chance(0.9) ? action.requestId : 'zz';
  return draft(
    '/servers/{id}/os-instance-actions/{id}',
    `/servers/${serverId}/os-instance-actions/${requestId}`,
  );
}

function drawMigrations(prng: Prng, known: Known): Draft {
  const query: Parameter[] = prng.chance(0.5) ? windowOf(prng, known) : [];
  query.push(...drawMigrationFilters(prng, known));
  if (prng.chance(0.3))
    query.push([
      'limit',
      prng.weighted([
        [4, String(prng.below(6))],
        [1, prng.pick(['x', '-1', '', '9999'])],
      ]),
    ]);
  if (prng.chance(0.2))
    query.push([
      'marker',
      prng.weighted([
        [5, prng.pick(known.migrations).id as string],
        [1, prng.pick(['zz', '', '11111111-1111-4111-8111-111111111111'])],
      ]),
    ]);
  if (prng.chance(0.1)) query.push(prng.pick(query.length === 0 ? [['host', 'y'] as const] : query));
  return draft('/os-migrations', '/os-migrations', prng.shuffled(query));
}

function drawMigrationFilters(prng: Prng, known: Known): Parameter[] {
  return prng.some(Object.keys(migrationFilters), 0, 2).map((name) => {
    const value = prng.chance(0.15) ? prng.pick(['x', '', '1']) : migrationFilters[name]?.(prng, known);
    return [name, value ?? 'x'];
  });
}

const ofMigration =
  (get: (migration: Migration) => string) =>
  (prng: Prng, { migrations }: Known): string =>
    get(prng.pick(migrations));

const migrationFilters: Readonly<Record<string, (prng: Prng, known: Known) => string>> = {
  hidden: (prng) => prng.pick(['0', '1', 'x', '']),
  host: (prng) => prng.pick(['host1', 'host2', 'host3', 'host']),
  instance_uuid: ofMigration(({ serverId }) => serverId),
  source_compute: (prng) => prng.pick(['host1', 'host2', 'host3']),
  status: ofMigration(({ status }) => status),
  migration_type: ofMigration(({ type }) => type),
  user_id: ofMigration(({ userId }) => userId),
  project_id: ofMigration(({ projectId }) => projectId),
  foo: () => '1',
};

function drawServerMigrations(prng: Prng, known: Known): Draft {
  const id = prng.chance(0.5) ? drawId(prng, known) : prng.pick(known.migrations).serverId;
  const path = `/servers/${id}/migrations`;
  return prng.chance(0.6)
    ? draft('/servers/{id}/migrations', path)
    : draft('/servers/{id}/migrations/{id}', `${path}/${prng.pick(['1', 'zz'])}`);
}
