import type { Prng } from '@berth/testing/prng.ts';
import { projects } from '../callers.ts';
import type { Draft } from '../draft.ts';
import type { ComparedNoun, KnownIds } from '../noun.ts';

/** As aggregates and flavors say it. All hosts of both sides have these. */
const traits = ['trait:COMPUTE_TRUSTED_CERTS', 'trait:COMPUTE_DEVICE_TAGGING'] as const;
const hosts = ['host1', 'host2', 'host3'];

/**
 * Servers on hosts that are not for everybody: by traits that an aggregate requires, by projects that it is for, by its zone. Each names the
 * host that it is to go to, so that both sides have to say whether it may.
 */
export const isolatedServers: ComparedNoun = {
  name: 'isolated-servers',
  seams: ['2.74'],
  settles: true,
  isApart: true,
  begin: [
    ...['plain', 'trusted', 'tagged'].map((id) =>
      post('/flavors', { flavor: { id, name: id, ram: 64, vcpus: 1, disk: 1 } }),
    ),
    post('/flavors/trusted/os-extra_specs', { extra_specs: { [traits[0]]: 'required' } }),
    post('/flavors/tagged/os-extra_specs', {
      extra_specs: { [traits[0]]: 'required', [traits[1]]: 'required' },
    }),
    ...['one', 'two', 'three', 'four'].map((name) => post('/os-aggregates', { aggregate: { name } })),
    post('/os-aggregates/1/action', { add_host: { host: 'host1' } }),
    post('/os-aggregates/2/action', { add_host: { host: 'host2' } }),
  ],
  draw: (prng, known) =>
    prng.weighted<() => Draft>([
      [20, () => drawCreate(prng)],
      [12, () => drawMetadata(prng)],
      [8, () => drawHost(prng)],
      [known.of('server').length < 3 ? 0 : 9, () => drawDelete(prng, known)],
      [3, () => ({ route: 'GET /servers/detail', method: 'GET', path: '/servers/detail' })],
    ])(),
  state: () => [
    { route: 'GET /servers/detail', method: 'GET', path: '/servers/detail', query: [['all_tenants', '1']] },
    { route: 'GET /os-aggregates', method: 'GET', path: '/os-aggregates' },
    { route: 'GET /os-availability-zone', method: 'GET', path: '/os-availability-zone' },
  ],
};

function post(path: string, body: object): Draft {
  return { route: `POST ${path}`, method: 'POST', path, body, caller: 'admin', version: '2.93' };
}

function drawCreate(prng: Prng): Draft {
  const host = prng.pick(hosts);
  const zone = prng.pick(['east', 'west', 'nova', 'nowhere']);
  const place = prng.pick([
    { host },
    { host },
    { host, availability_zone: zone },
    { host, availability_zone: zone },
    { availability_zone: `${zone}:${host}` },
    { availability_zone: `:${host}` },
  ]);
  const server = {
    name: 'vm',
    flavorRef: prng.pick(['plain', 'plain', 'trusted', 'tagged']),
    imageRef: '11111111-1111-4111-8111-111111111111',
    networks: 'none',
    ...place,
  };
  return {
    route: 'POST /servers',
    method: 'POST',
    path: '/servers',
    body: { server },
    caller: prng.pick(['admin', 'admin of hers'] as const),
    isKept: true,
    version: prng.pick(['2.74', '2.93']),
  };
}

function drawMetadata(prng: Prng): Draft {
  const drawn: readonly (readonly [string, readonly (string | null)[]])[] = [
    [traits[0], ['required', 'required', 'forbidden', null]],
    [traits[1], ['required', 'required', 'optional', null]],
    ['filter_tenant_id', ['admin', projects.hers, projects.his, null, null]],
    ['filter_tenant_id_of_another', ['admin', projects.hers, null]],
    ['availability_zone', ['east', 'east', 'west', null]],
  ];
  const entries = drawn
    .filter(() => prng.chance(0.35))
    .map(([key, values]) => [key, prng.pick(values)] as const);
  return drawAction(prng, { set_metadata: { metadata: Object.fromEntries(entries) } });
}

function drawHost(prng: Prng): Draft {
  return drawAction(prng, {
    [prng.pick(['add_host', 'add_host', 'remove_host'])]: { host: prng.pick(hosts) },
  });
}

function drawAction(prng: Prng, body: object): Draft {
  const path = `/os-aggregates/${prng.pick(['1', '2', '3', '4'])}/action`;
  return { ...post(path, body), route: 'POST /os-aggregates/{id}/action' };
}

function drawDelete(prng: Prng, known: KnownIds): Draft {
  const path = `/servers/${prng.pick(known.of('server'))}`;
  return { route: 'DELETE /servers/{id}', method: 'DELETE', path, caller: 'admin' };
}
