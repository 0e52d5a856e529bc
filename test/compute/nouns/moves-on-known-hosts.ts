import type { Prng } from '@berth/testing/prng.ts';
import type { Draft } from '../draft.ts';
import type { ComparedNoun, KnownIds } from '../noun.ts';
import { image, nothing } from './servers/server-fields.ts';

const hosts = ['host1', 'host2', 'host3'] as const;
const zones = ['east', 'west', 'nova'] as const;

/**
 * Servers that go from host to host while hosts come into aggregates and zones, and are disabled. No two hosts have the same left of anything:
 * each has a server that stays, and what all others take is a multiple of what these do not differ by. So both sides choose the same hosts, which
 * are compared, and who holds what of which of them. That somebody says what a server is (`os-resetState`) is not drawn: one that was resized is
 * then confirmed by ours, on purpose.
 */
export const movesOnKnownHosts: ComparedNoun = {
  name: 'moves-on-known-hosts',
  isApart: true,
  settles: true,
  knowsHosts: true,
  seams: ['2.56', '2.74', '2.77', '2.91'],
  begin: [
    { ...post('/os-quota-sets/admin', { quota_set: { cores: -1, ram: -1, instances: -1 } }), method: 'PUT' },
    ...hosts.flatMap((host, index) => {
      const size = { vcpus: index + 1, ram: 64 * (index + 1), disk: index + 1 };
      return [flavor(`stays-${host}`, size), create({ flavorRef: `stays-${host}`, name: 'stays', host })];
    }),
    flavor('small', { vcpus: 4, ram: 512, disk: 4 }),
    flavor('medium', { vcpus: 8, ram: 1024, disk: 8 }),
    flavor('large', { vcpus: 12, ram: 2048, disk: 12 }),
    flavor('diskless', { vcpus: 4, ram: 512, disk: 0 }),
    ...['one', 'two'].map((name) => post('/os-aggregates', { aggregate: { name } })),
    { route: 'GET /os-services', method: 'GET', path: '/os-services' },
  ],
  draw: (prng, known) => {
    const server = drawServer(prng, known);
    const act = (name: string, body: unknown, version?: string): Draft => ({
      ...post(`/servers/${server}/action`, { [name]: body }),
      route: `action ${name}`,
      ...(choosing.has(name) ? { choosesHost: true } : {}),
      ...(version === undefined ? {} : { version }),
    });
    return prng.weighted<() => Draft>([
      [known.of('server').length < 7 ? 40 : 8, () => drawCreate(prng)],
      [14, () => act('resize', { flavorRef: prng.pick(['small', 'medium', 'large', 'diskless', 'nope']) })],
      [
        14,
        () => act('migrate', prng.pick([null, null, ...hosts.map((host) => ({ host })), { host: 'nohost' }])),
      ],
      [14, () => act('confirmResize', null)],
      [12, () => act('revertResize', null)],
      [
        4,
        () =>
          act(
            prng.pick(['os-stop', 'os-start', 'pause', 'unpause', 'suspend', 'resume', 'rescue', 'unrescue']),
            null,
          ),
      ],
      [6, () => act(prng.pick(['shelve', 'shelve', 'shelveOffload']), null)],
      [8, () => act('unshelve', ...drawUnshelve(prng))],
      [2, () => act('rebuild', { imageRef: image })],
      [
        3,
        () => ({
          route: 'DELETE /servers/{id}',
          method: 'DELETE',
          path: `/servers/${server}`,
          caller: 'admin',
        }),
      ],
      [6, () => drawService(prng, known)],
      [8, () => drawAggregate(prng)],
    ])();
  },
  rest: () => [
    { route: 'GET /servers/detail', method: 'GET', path: '/servers/detail', query: [['all_tenants', '1']] },
  ],
  state: (known) => [
    { route: 'GET /os-services', method: 'GET', path: '/os-services' },
    { route: 'GET /os-aggregates', method: 'GET', path: '/os-aggregates' },
    ...known.of('server').map((server) => ({
      route: 'GET os-instance-actions',
      method: 'GET',
      path: `/servers/${server}/os-instance-actions`,
    })),
  ],
};

const choosing: ReadonlySet<string> = new Set(['resize', 'migrate', 'unshelve']);

function post(path: string, body: object): Draft {
  return { route: `POST ${path}`, method: 'POST', path, body, caller: 'admin', version: '2.93' };
}

function flavor(id: string, size: Readonly<Record<string, number>>): Draft {
  return post('/flavors', { flavor: { id, name: id, ...size } });
}

function create(server: object): Draft {
  return post('/servers', { server: { name: 'moves', imageRef: image, networks: 'none', ...server } });
}

/** Those that stay are seldom asked to go. */
function drawServer(prng: Prng, known: KnownIds): string {
  const all = known.of('server').slice(hosts.length);
  if (all.length === 0 || prng.chance(0.02)) return nothing;
  return prng.pick(prng.chance(0.8) ? all.slice(-4) : all);
}

function drawCreate(prng: Prng): Draft {
  const place = prng.pick<object>([
    {},
    {},
    { host: prng.pick(hosts) },
    { availability_zone: prng.pick(zones) },
    { availability_zone: `${prng.pick(zones)}:${prng.pick(hosts)}` },
  ]);
  return {
    ...create({ flavorRef: prng.pick(['small', 'small', 'medium', 'diskless']), ...place }),
    choosesHost: true,
  };
}

function drawUnshelve(prng: Prng): [body: unknown, version: string] {
  return prng.pick<[unknown, string]>([
    [null, '2.76'],
    [null, '2.93'],
    [{ availability_zone: prng.pick(zones) }, '2.77'],
    [{ availability_zone: null }, '2.91'],
    [{ host: prng.pick(hosts) }, '2.91'],
    [{ host: prng.pick(hosts), availability_zone: prng.pick(zones) }, '2.91'],
  ]);
}

/** Mostly all hosts are to be had. */
function drawService(prng: Prng, known: KnownIds): Draft {
  const service = prng.pick(known.of('service'));
  return {
    route: 'PUT /os-services/{id}',
    method: 'PUT',
    path: `/os-services/${service}`,
    caller: 'admin',
    version: '2.93',
    body: prng.pick<object>([
      { status: 'disabled', disabled_reason: 'broken' },
      { status: 'enabled' },
      { forced_down: true },
      { forced_down: false },
      { status: 'enabled', forced_down: false },
      { status: 'enabled', forced_down: false },
    ]),
  };
}

function drawAggregate(prng: Prng): Draft {
  const host = prng.pick(hosts);
  const action = prng.pick<object>([
    { add_host: { host } },
    { remove_host: { host } },
    { remove_host: { host } },
    { set_metadata: { metadata: { availability_zone: prng.pick([...zones, null]) } } },
  ]);
  return {
    ...post(`/os-aggregates/${prng.pick(['1', '2'])}/action`, action),
    route: 'POST /os-aggregates/{id}/action',
  };
}
