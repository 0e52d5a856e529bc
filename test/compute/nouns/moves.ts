import type { Prng } from '@berth/testing/prng.ts';
import type { Draft } from '../draft.ts';
import type { ComparedNoun, KnownIds } from '../noun.ts';
import { image, nothing } from './servers/server-fields.ts';

/** Servers that go from host to host, and what is told of that. */
export const moves: ComparedNoun = {
  name: 'moves',
  settles: true,
  seams: ['2.22', '2.23', '2.24', '2.25', '2.30', '2.34', '2.56', '2.59', '2.65', '2.66', '2.68', '2.80'],
  begin: [
    flavor('small', { ram: 512 }),
    flavor('medium', { vcpus: 2, ram: 1024, disk: 2 }),
    flavor('large', { vcpus: 3, ram: 2048, disk: 3 }),
    flavor('vast', { vcpus: 1, ram: 14_000, disk: 3 }),
    flavor('diskless', { disk: 0 }),
    flavor('many-cores', { vcpus: 21 }),
  ],
  draw: (prng, known) => {
    const server = drawServer(prng, known);
    return prng.weighted<() => Draft>([
      [known.of('server').length < 3 ? 60 : 8, () => drawCreate(prng)],
      [24, () => act(prng, server, 'resize', drawResize(prng))],
      [14, () => act(prng, server, 'confirmResize', prng.pick([null, null, {}, 'x']))],
      [14, () => act(prng, server, 'revertResize', null)],
      [14, () => act(prng, server, 'migrate', drawMigrate(prng))],
      [20, () => drawLiveMove(prng, server)],
      [8, () => drawMigrationOf(prng, server)],
      [
        6,
        () =>
          act(prng, server, prng.pick(['os-stop', 'os-start', 'pause', 'unpause', 'lock', 'unlock']), null),
      ],
      [3, () => ({ route: 'DELETE /servers/{id}', method: 'DELETE', path: `/servers/${server}` })],
      [10, () => ({ route: 'GET /servers/{id}', method: 'GET', path: `/servers/${server}` })],
      [16, () => drawMigrations(prng, server)],
    ])();
  },
  state: (known) => [
    { route: 'GET /servers/detail', method: 'GET', path: '/servers/detail', query: [['all_tenants', '1']] },
    { route: 'GET /os-migrations', method: 'GET', path: '/os-migrations' },
    ...known.of('server').map(actionsOf),
  ],
  closely: (known) =>
    known.of('server').flatMap((server) =>
      known.of('instanceaction', `/servers/${server}/`).map((id) => ({
        route: 'GET os-instance-actions/{id}',
        method: 'GET',
        path: `/servers/${server}/os-instance-actions/req-${id}`,
      })),
    ),
};

function flavor(id: string, fields: Readonly<Record<string, number>>): Draft {
  const all = { id, name: id, vcpus: 1, ram: 512, disk: 1, ...fields };
  return { route: 'POST /flavors', method: 'POST', path: '/flavors', body: { flavor: all } };
}

function drawServer(prng: Prng, known: KnownIds): string {
  const all = known.of('server');
  if (all.length === 0 || prng.chance(0.03)) return nothing;
  return prng.pick(prng.chance(0.8) ? all.slice(-3) : all);
}

function drawCreate(prng: Prng): Draft {
  const server = {
    name: 'moving',
    flavorRef: prng.pick(['small', 'small', 'medium']),
    imageRef: image,
    networks: 'none',
  };
  return { route: 'POST /servers', method: 'POST', path: '/servers', version: '2.93', body: { server } };
}

function drawResize(prng: Prng): unknown {
  const flavorRef = prng.weighted<unknown>([
    [4, 'small'],
    [6, 'medium'],
    [6, 'large'],
    [2, 'vast'],
    [1, 'diskless'],
    [1, 'many-cores'],
    [1, prng.pick(['nope', '', 7, null])],
  ]);
  return prng.weighted<unknown>([
    [12, { flavorRef }],
    [2, { flavorRef, 'OS-DCF:diskConfig': prng.pick(['AUTO', 'MANUAL', 'x']) }],
    [1, prng.pick([null, {}, { flavorRef, nope: 1 }])],
  ]);
}

/** Which host a server is on is not the same on both sides. */
function drawMigrate(prng: Prng): unknown {
  return prng.weighted<unknown>([
    [6, null],
    [2, prng.pick([{}, { host: null }])],
    [2, prng.pick([{ host: 'nohost' }, { host: '' }, { host: 'a b' }, { nope: 1 }, 'x'])],
  ]);
}

/** In the form of its version, or of another one. */
function drawLiveMove(prng: Prng, server: string): Draft {
  const version = prng.pick(['2.1', '2.24', '2.25', '2.29', '2.30', '2.33', '2.34', '2.67', '2.68', '2.93']);
  const host = prng.weighted<unknown>([
    [10, null],
    [2, 'nohost'],
    [1, prng.pick(['', 'a b', 7])],
  ]);
  const minor = Number(version.slice(2));
  const body = {
    host,
    block_migration: prng.weighted<unknown>([
      [4, prng.pick([true, false, 'true', '0'])],
      [minor < 25 ? 1 : 6, 'auto'],
      [1, prng.pick(['t', 'maybe', 1, null])],
    ]),
    ...(prng.chance(minor < 25 ? 0.9 : 0.1) ? { disk_over_commit: prng.pick([true, false, 'on', 'x']) } : {}),
    ...(prng.chance(0.2) ? { force: prng.pick([true, false, 'false', 'x']) } : {}),
  };
  const sent = prng.chance(0.05) ? prng.pick([null, {}, 'x', { host }]) : body;
  return { ...act(prng, server, 'os-migrateLive', sent), version };
}

/** None goes on when it is asked for: what is asked is done before the next request. */
function drawMigrationOf(prng: Prng, server: string): Draft {
  const number = prng.pick(['1', '2', '3', '99', 'x']);
  const all = `/servers/${server}/migrations`;
  const one = `${all}/${number}`;
  return prng.pick<Draft>([
    { route: 'GET /servers/{id}/migrations', method: 'GET', path: all },
    { route: 'GET /servers/{id}/migrations/{id}', method: 'GET', path: one },
    { route: 'DELETE /servers/{id}/migrations/{id}', method: 'DELETE', path: one },
    {
      route: 'force_complete',
      method: 'POST',
      path: `${one}/action`,
      body: { force_complete: prng.pick([null, null, {}]) },
    },
  ]);
}

function act(prng: Prng, server: string, name: string, body: unknown): Draft {
  return {
    route: `action ${name}`,
    method: 'POST',
    path: `/servers/${server}/action`,
    body: { [name]: body },
    ...(prng.chance(0.7) ? { caller: 'admin' } : {}),
  };
}

function drawMigrations(prng: Prng, server: string): Draft {
  const query = prng.some(
    [
      ['instance_uuid', server],
      ['status', prng.pick(['finished', 'confirmed', 'reverted', 'completed', 'error'])],
      ['migration_type', prng.pick(['resize', 'migration', 'live-migration'])],
      ['limit', String(prng.below(4))],
      ['project_id', prng.pick(['admin', 'x'])],
    ] as const,
    0,
    2,
  );
  // Before 2.59 they are in no order.
  const version = prng.pick(['2.59', '2.66', '2.80', '2.93']);
  const path = '/os-migrations';
  return { route: 'GET /os-migrations', method: 'GET', path, query, version, caller: 'admin' };
}

function actionsOf(server: string): Draft {
  return {
    route: 'GET os-instance-actions',
    method: 'GET',
    path: `/servers/${server}/os-instance-actions`,
  };
}
