import type { Prng } from '@berth/testing/prng.ts';
import type { Draft } from '../draft.ts';
import type { ComparedNoun, KnownIds } from '../noun.ts';
import { image, nothing } from './servers/server-fields.ts';

/**
 * Servers whose hosts go down, are evacuated, and what becomes of them when those come back. They are only ever where they are told to be, so that
 * both sides have them on the same hosts.
 */
export const evacuations: ComparedNoun = {
  name: 'evacuations',
  isApart: true,
  settles: true,
  knowsHosts: true,
  seams: ['2.14', '2.29', '2.68'],
  begin: [
    flavor('small', 512),
    // Of these a host has room for one.
    flavor('vast', 7_000),
    ...hostsIn((host) => create(host, 'small')),
    ...hostsIn((host) => create(host, 'small')),
    first('{server-1}', 'os-stop'),
    first('{server-2}', 'pause'),
    first('{server-3}', 'lock'),
  ],
  draw: (prng, known) => {
    const server = drawServer(prng, known);
    return prng.weighted<() => Draft>([
      [
        14,
        () => ({
          ...services(),
          turn: { host: prng.pick(['host1', 'host2']), to: prng.pick(['stop', 'stop', 'start'] as const) },
        }),
      ],
      [45, () => drawEvacuate(prng, server)],
      [
        8,
        () => ({
          ...create(drawHost(prng), prng.pick(['small', 'small', 'vast'])),
          version: '2.93',
          caller: 'admin',
        }),
      ],
      [3, () => act(prng, server, 'os-resetState', { state: prng.pick(['active', 'error']) })],
      [
        3,
        () => ({
          route: 'DELETE /servers/{id}',
          method: 'DELETE',
          path: `/servers/${server}`,
          caller: 'admin',
        }),
      ],
      [8, () => ({ route: 'GET /servers/{id}', method: 'GET', path: `/servers/${server}` })],
      [8, () => ({ route: 'GET /os-migrations', method: 'GET', path: '/os-migrations', version: '2.80' })],
    ])();
  },
  state: (known) => [
    { route: 'GET /servers/detail', method: 'GET', path: '/servers/detail', query: [['all_tenants', '1']] },
    { route: 'GET /os-migrations', method: 'GET', path: '/os-migrations' },
    ...known.of('server').map((server) => ({
      route: 'GET os-instance-actions',
      method: 'GET',
      path: `/servers/${server}/os-instance-actions`,
    })),
  ],
};

/** The one that never goes down. */
const standing = 'host3';

function hostsIn<T>(make: (host: string) => T): readonly T[] {
  return ['host1', 'host2', 'host3'].map(make);
}

function drawHost(prng: Prng): string {
  return prng.pick(hostsIn((host) => host));
}

function flavor(id: string, ram: number): Draft {
  const all = { id, name: id, vcpus: 1, ram, disk: 1 };
  return { route: 'POST /flavors', method: 'POST', path: '/flavors', body: { flavor: all } };
}

function create(host: string, flavorRef: string): Draft {
  const server = { name: 'vm', flavorRef, imageRef: image, networks: 'none', host };
  return { route: 'POST /servers', method: 'POST', path: '/servers', body: { server }, isKept: true };
}

function first(server: string, name: string): Draft {
  return {
    route: `action ${name}`,
    method: 'POST',
    path: `/servers/${server}/action`,
    body: { [name]: null },
  };
}

function services(): Draft {
  return { route: 'GET /os-services', method: 'GET', path: '/os-services', caller: 'admin', version: '2.52' };
}

function drawServer(prng: Prng, known: KnownIds): string {
  const all = known.of('server');
  return all.length === 0 || prng.chance(0.03) ? nothing : prng.pick(all);
}

/**
 * Where it goes is said: else each side would choose for itself. The one that never goes down can be forced; a host that is down would be waited for, and what
 * becomes of a server that is evacuated once more meanwhile is not the same.
 */
function drawEvacuate(prng: Prng, server: string): Draft {
  const onSharedStorage = prng.pick([true, 'False', 'no']);
  const safe = prng.pick([standing, standing, standing, 'nohost']);
  return prng.weighted<() => Draft>([
    [8, () => act(prng, server, 'evacuate', { host: drawHost(prng) }, prng.pick(['2.68', '2.93']))],
    [
      4,
      () => act(prng, server, 'evacuate', { host: drawHost(prng), force: 'no' }, prng.pick(['2.29', '2.67'])),
    ],
    [6, () => act(prng, server, 'evacuate', { host: safe })],
    [4, () => act(prng, server, 'evacuate', { host: safe, onSharedStorage })],
    [4, () => act(prng, server, 'evacuate', { host: safe, onSharedStorage }, prng.pick(['2.1', '2.13']))],
    [4, () => act(prng, server, 'evacuate', { host: safe, force: prng.pick([true, 'on', 'x']) })],
    [2, () => act(prng, server, 'evacuate', { host: safe, adminPass: 'secret' })],
    [1, () => act(prng, server, 'evacuate', { host: safe, onSharedStorage, adminPass: 'secret' }, '2.1')],
    [
      1,
      () =>
        act(
          prng,
          server,
          'evacuate',
          prng.pick([null, 'x', { host: '' }, { host: safe, nope: 1 }, { force: true }]),
        ),
    ],
  ])();
}

function act(prng: Prng, server: string, name: string, body: unknown, version?: string): Draft {
  return {
    route: `action ${name}`,
    method: 'POST',
    path: `/servers/${server}/action`,
    body: { [name]: body },
    isKept: true,
    ...(version === undefined ? {} : { version }),
    ...(prng.chance(0.9) ? { caller: 'admin' } : {}),
  };
}
