import type { Prng } from '@berth/testing/prng.ts';
import type { Draft, Parameter } from '../draft.ts';
import type { ComparedNoun, KnownIds } from '../noun.ts';

/** The agents of hosts. The original has those of the control plane taken away (`sides/original-side.ts`), since ours has none. */
export const services: ComparedNoun = {
  name: 'services',
  // Of hosts that are alike, each side takes its own for servers that may go anywhere, and a host with servers is not deleted.
  isApart: true,
  settles: true,
  seams: ['2.11', '2.43', '2.53', '2.69', '2.75'],
  // On one host there is a server, so that it cannot be deleted. Ids are known from the list.
  begin: [
    {
      route: 'POST /flavors',
      method: 'POST',
      path: '/flavors',
      body: { flavor: { id: 's', name: 'fs', vcpus: 1, ram: 64, disk: 1 } },
    },
    {
      route: 'POST /servers',
      method: 'POST',
      path: '/servers',
      body: { server: { name: 'stays', flavorRef: 's', imageRef: image(), networks: 'none', host: 'host1' } },
    },
    { route: 'GET /os-services', method: 'GET', path: '/os-services' },
  ],
  draw: (prng, known) =>
    prng.weighted<() => Draft>([
      [20, () => drawList(prng)],
      [5, () => drawHosts(prng)],
      [30, () => drawNamedUpdate(prng)],
      [30, () => drawUpdate(prng, known)],
      [5, () => drawDelete(prng, known)],
      [3, () => ({ route: 'no route', method: prng.pick(['GET', 'POST']), path: '/os-services/1' })],
    ])(),
  state: () => [list('2.52'), list('2.93')],
};

function image(): string {
  return '11111111-1111-4111-8111-111111111111';
}

function list(version: string): Draft {
  return { route: 'GET /os-services', method: 'GET', path: '/os-services', version };
}

const hosts = ['host1', 'host2', 'host3', 'host3', 'nohost'];
const oddHosts = ['', 'HOST1', 'a b', 'host1\n', 'x'.repeat(256), null, 5];
const binaries = ['nova-compute', 'nova-compute', 'nova-compute', 'nova-conductor', 'x'];
const oddBinaries = ['', ' ', 'x'.repeat(256), null, 5];
const statuses = ['enabled', 'enabled', 'disabled', 'disabled', 'x', null];
const reasons = ['broken', ' a ', 'ä\n', 'x'.repeat(255)];
const oddReasons = ['', 'x'.repeat(256), null, 5];
const words: readonly unknown[] = [true, false, false, 'True', 'on', 'no'];
const oddWords: readonly unknown[] = ['x', '', null, 1];

function drawHosts(prng: Prng): Draft {
  const zones = ['nova', 'NOVA', '', 'x'];
  const query = prng.chance(0.5) ? [['zone', prng.pick(zones)] as const] : [];
  return { route: 'GET /os-hosts', method: 'GET', path: '/os-hosts', query };
}

function drawList(prng: Prng): Draft {
  const query: Parameter[] = [];
  if (prng.chance(0.4)) query.push(['host', prng.pick([...hosts, ''])]);
  if (prng.chance(0.4)) query.push(['binary', prng.pick([...binaries, ''])]);
  if (prng.chance(0.1)) query.push(['host', prng.pick(hosts)]);
  if (prng.chance(0.1)) query.push([prng.pick(['limit', 'foo']), '1']);
  return { route: 'GET /os-services', method: 'GET', path: '/os-services', query };
}

/** Up to 2.52: the path says what is to be done. */
export function drawNamedUpdate(prng: Prng): Draft {
  const action = prng.pick([
    'enable',
    'enable',
    'disable',
    'disable-log-reason',
    'force-down',
    'Enable',
    'x',
  ]);
  const isMeant = (field: string) => prng.chance(action.includes(field) ? 0.9 : 0.08);
  return {
    route: 'PUT /os-services/{action}',
    method: 'PUT',
    path: `/os-services/${action}`,
    version: prng.pick(['2.1', '2.10', '2.11', '2.11', '2.52', '2.52', '2.53']),
    body: {
      ...(prng.chance(0.97) ? { host: prng.pick(prng.chance(0.9) ? hosts : oddHosts) } : {}),
      ...(prng.chance(0.97) ? { binary: prng.pick(prng.chance(0.9) ? binaries : oddBinaries) } : {}),
      ...(isMeant('reason') ? { disabled_reason: drawReason(prng) } : {}),
      ...(isMeant('force') ? { forced_down: drawWord(prng) } : {}),
      ...(prng.chance(0.03) ? { foo: 1 } : {}),
    },
  };
}

function drawReason(prng: Prng): unknown {
  return prng.pick<unknown>(prng.chance(0.85) ? reasons : oddReasons);
}

function drawWord(prng: Prng): unknown {
  return prng.pick(prng.chance(0.85) ? words : oddWords);
}

function drawUpdate(prng: Prng, known: KnownIds): Draft {
  return {
    route: 'PUT /os-services/{id}',
    method: 'PUT',
    path: `/os-services/${drawId(prng, known)}`,
    version: prng.pick(['2.53', '2.53', '2.69', '2.93', '2.52']),
    body: {
      ...(prng.chance(0.6) ? { status: prng.pick(statuses) } : {}),
      ...(prng.chance(0.3) ? { disabled_reason: drawReason(prng) } : {}),
      ...(prng.chance(0.4) ? { forced_down: drawWord(prng) } : {}),
      ...(prng.chance(0.03) ? { foo: 1 } : {}),
    },
  };
}

/** A host that is deleted does not come back in a round. */
function drawDelete(prng: Prng, known: KnownIds): Draft {
  const byNumber = prng.pick(['1', '1', '3', '9', '-1', ' 1', '1.0', 'x', '99999999999999999999']);
  return {
    route: 'DELETE /os-services/{id}',
    method: 'DELETE',
    path: `/os-services/${prng.chance(0.5) ? encodeURIComponent(byNumber) : drawId(prng, known)}`,
  };
}

function drawId(prng: Prng, known: KnownIds): string {
  const ids = known.of('service');
  if (ids.length === 0 || prng.chance(0.15))
    return prng.pick(['1', 'x', nothing, nothing.replaceAll('-', '')]);
  return prng.pick(ids);
}

const nothing = '00000000-0000-4000-8000-000000000000';
