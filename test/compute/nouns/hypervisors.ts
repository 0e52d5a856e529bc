import type { Prng } from '@berth/testing/prng.ts';
import type { Draft, Parameter } from '../draft.ts';
import type { ComparedNoun, KnownIds } from '../noun.ts';
import { drawNamedUpdate } from './services.ts';

const image = '11111111-1111-4111-8111-111111111111';

/** The nodes of hosts, with servers on two of them that come and go, and move to where they are told to. */
export const hypervisors: ComparedNoun = {
  name: 'hypervisors',
  // Of hosts that are alike, each side takes its own for servers that may go anywhere.
  isApart: true,
  settles: true,
  counts: true,
  seams: ['2.28', '2.33', '2.53', '2.75', '2.88'],
  begin: [
    {
      route: 'POST /flavors',
      method: 'POST',
      path: '/flavors',
      body: {
        flavor: {
          id: 'h',
          name: 'fh',
          vcpus: 2,
          ram: 96,
          disk: 3,
          swap: 1024,
          'OS-FLV-EXT-DATA:ephemeral': 2,
        },
      },
    },
    create('host1'),
    { route: 'GET /os-hypervisors', method: 'GET', path: '/os-hypervisors' },
  ],
  draw: (prng, known) =>
    prng.weighted<() => Draft>([
      [30, () => drawList(prng, known)],
      [20, () => drawOne(prng, known)],
      [15, () => drawSearch(prng)],
      [6, () => get('/os-hypervisors/statistics')],
      [8, () => ({ ...drawNamedUpdate(prng), caller: 'admin', version: '2.52' })],
      [4, () => ({ ...create(prng.pick(['host1', 'host2'])), caller: 'admin', version: '2.93' })],
      [3, () => drawDelete(prng, known)],
      [6, () => act(drawServer(prng, known), 'migrate', { host: prng.pick(['host1', 'host2', 'host3']) })],
      [4, () => act(drawServer(prng, known), prng.pick(['confirmResize', 'revertResize']), null)],
    ])(),
  state: () =>
    ['2.1', '2.52', '2.87', '2.93'].map((version) => ({ ...get('/os-hypervisors/detail'), version })),
};

function create(host: string): Draft {
  const server = { name: 'vm', flavorRef: 'h', imageRef: image, networks: 'none', host };
  return { route: 'POST /servers', method: 'POST', path: '/servers', body: { server }, isKept: true };
}

function drawServer(prng: Prng, known: KnownIds): string {
  return prng.pick(known.of('server').length > 0 ? known.of('server') : [nothing]);
}

function act(server: string, name: string, body: unknown): Draft {
  const path = `/servers/${server}/action`;
  return {
    route: `action ${name}`,
    method: 'POST',
    path,
    body: { [name]: body },
    isKept: true,
    caller: 'admin',
    version: '2.93',
  };
}

function drawDelete(prng: Prng, known: KnownIds): Draft {
  const id = drawServer(prng, known);
  return { route: 'DELETE /servers/{id}', method: 'DELETE', path: `/servers/${id}`, caller: 'admin' };
}

const nothing = '00000000-0000-4000-8000-000000000000';
const patterns = ['host', 'HOST1', 't2', 'h_st', 'h__3', 'nono', 'a b', '', 'h.st', 'x'.repeat(256)];
const words = ['1', 'True', 'false', 'off', 'on', 'x', ''];

function get(path: string, query: readonly Parameter[] = []): Draft {
  const route = path.includes('/os-hypervisors/') && !/detail|statistics/.test(path) ? 'one' : path;
  return { route: `GET ${route}`, method: 'GET', path, query };
}

function drawList(prng: Prng, known: KnownIds): Draft {
  const query: Parameter[] = [];
  const isSearch = prng.chance(0.3);
  if (isSearch) query.push(['hypervisor_hostname_pattern', prng.pick(patterns)]);
  if (prng.chance(isSearch ? 0.1 : 0.4))
    query.push(['limit', prng.pick(['0', '1', '2', '3', '1000', '-1', 'x', ''])]);
  if (prng.chance(isSearch ? 0.1 : 0.3)) query.push(['marker', drawId(prng, known)]);
  if (prng.chance(0.3)) query.push(['with_servers', prng.pick(words)]);
  if (prng.chance(0.1)) query.push([prng.pick(['limit', 'foo', 'with_servers']), '1']);
  return get(prng.pick(['/os-hypervisors', '/os-hypervisors/detail']), query);
}

function drawOne(prng: Prng, known: KnownIds): Draft {
  const path = `/os-hypervisors/${encodeURIComponent(drawId(prng, known)).replaceAll('%7B', '{').replaceAll('%7D', '}')}`;
  const query: Parameter[] = prng.chance(0.3) ? [['with_servers', prng.pick(words)]] : [];
  if (prng.chance(0.05)) query.push(['foo', '1']);
  return get(prng.chance(0.3) ? `${path}/uptime` : path, query);
}

function drawSearch(prng: Prng): Draft {
  const pattern = prng.pick(['host', 'HOST1', 'h%25t', '%25', '%252%25', 'st_', 'nono', '%5C', 'h.st']);
  return {
    ...get(`/os-hypervisors/${pattern}/${prng.pick(['search', 'servers', 'nope'])}`),
    version: prng.pick(['2.1', '2.1', '2.52', '2.53']),
  };
}

function drawId(prng: Prng, known: KnownIds): string {
  const ids = known.of('hypervisor');
  const odd = ['9', '-1', ' 2', 'x', nothing, '1_0', '99999999999999999999'];
  return prng.chance(0.2) ? prng.pick(odd) : prng.pick([...ids, '1', '2', '3']);
}
