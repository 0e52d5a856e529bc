import type { Prng } from '@berth/testing/prng.ts';
import type { Draft } from '../draft.ts';
import type { ComparedNoun } from '../noun.ts';

const path = '/os-aggregates';

/** Aggregates, and the zones that they make of hosts. */
export const hostAggregates: ComparedNoun = {
  name: 'host-aggregates',
  isApart: true,
  seams: ['2.41', '2.75', '2.81'],
  // The third is never deleted, so that the original's database gives no number again.
  begin: ['rack1', 'rack2', 'rack3'].map((name) => ({
    route: `POST ${path}`,
    method: 'POST',
    path,
    body: { aggregate: { name, availability_zone: name === 'rack3' ? null : 'east' } },
    caller: 'admin',
    version: '2.93',
  })),
  draw: (prng) =>
    prng.weighted<() => Draft>([
      [16, () => drawCreate(prng)],
      [10, () => drawList(prng)],
      [8, () => drawPlain(prng, 'GET')],
      [5, () => drawPlain(prng, 'DELETE')],
      [12, () => drawUpdate(prng)],
      [22, () => drawHost(prng)],
      [18, () => drawMetadata(prng)],
      [5, () => drawImages(prng)],
    ])(),
  state: () => [
    { route: 'GET /os-aggregates', method: 'GET', path: '/os-aggregates', caller: 'admin', version: '2.93' },
    {
      route: 'GET /os-availability-zone',
      method: 'GET',
      path: '/os-availability-zone',
      caller: 'admin',
      version: '2.93',
    },
  ],
};

const names = ['rack1', 'rack2', 'rack3', 'ä ö', 'a/b'];
const oddNames = ['', ' ', ' a', 'rack1 ', 'rack2\n', 'a\tb', 'a\u200bb', 'x'.repeat(256), null, 5, []];
const zones = ['east', 'west', 'nova', 'internal', 'x y'];
const oddZones = ['', ' ', ' east', 'west\n', 'a:b', 'x'.repeat(256), null, null, null, 5, {}];
const hosts = ['host1', 'host1', 'host2', 'host3'];
const oddHosts = ['controller', 'host9', 'HOST1', '', 'a b', 'x'.repeat(256), 'host1\n', null, 5];
const ids = ['1', '2', '3', '4', '5'];
const oddIds = ['0', '99', '-1', 'x', '1.0', '%20', '99999999999999999999', '%C3%A4', '1e0'];

function drawCreate(prng: Prng): Draft {
  const aggregate: Record<string, unknown> = {
    name: prng.chance(0.85) ? prng.pick(names) : prng.pick(oddNames),
    ...(prng.chance(0.5)
      ? { availability_zone: prng.chance(0.8) ? prng.pick(zones) : prng.pick(oddZones) }
      : {}),
  };
  if (prng.chance(0.04)) aggregate[prng.pick(['foo', 'metadata', 'hosts', 'uuid'])] = 'x';
  if (prng.chance(0.04)) delete aggregate['name'];
  const body = prng.chance(0.95) ? { aggregate } : prng.pick([{}, { aggregate: [] }, { aggregate, foo: 1 }]);
  return { route: `POST ${path}`, method: 'POST', path, body };
}

function drawList(prng: Prng): Draft {
  const query = prng.chance(0.2) ? [[prng.pick(['limit', 'foo']), prng.pick(['', '1'])] as const] : [];
  const listed = prng.pick([path, path, '/os-availability-zone']);
  return { route: `GET ${listed}`, method: 'GET', path: listed, query };
}

function drawId(prng: Prng): string {
  return prng.chance(0.92) ? prng.pick(ids) : prng.pick(oddIds);
}

function drawPlain(prng: Prng, method: 'GET' | 'DELETE'): Draft {
  const id = method === 'GET' ? drawId(prng) : prng.pick(['1', '2', '1', '2', '99', 'x']);
  return { route: `${method} ${path}/{id}`, method, path: `${path}/${id}` };
}

function drawUpdate(prng: Prng): Draft {
  const name = prng.chance(0.8) ? prng.pick(names) : prng.pick(oddNames);
  const zone = prng.chance(0.85) ? prng.pick(zones) : prng.pick(oddZones);
  const aggregate = prng.pick<object>([
    { name },
    { availability_zone: zone },
    { availability_zone: zone },
    ...(prng.chance(0.1) ? [{}, { foo: 1 }, { name, foo: 1 }, null] : []),
  ] as object[]);
  return {
    route: `PUT ${path}/{id}`,
    method: 'PUT',
    path: `${path}/${drawId(prng)}`,
    body: { aggregate },
  };
}

function drawHost(prng: Prng): Draft {
  const action = prng.pick(['add_host', 'add_host', 'add_host', 'remove_host']);
  const host = prng.chance(0.88) ? prng.pick(hosts) : prng.pick(oddHosts);
  return drawAction(prng, action, prng.chance(0.97) ? { host } : prng.pick([{}, { host, foo: 1 }, null]));
}

function drawMetadata(prng: Prng): Draft {
  const keys = ['availability_zone', 'availability_zone', 'ssd', 'trait:CUSTOM_A', 'a b', 'a.b', '__proto__'];
  const oddKeys = ['', 'ä', 'a/b', 'x'.repeat(256)];
  const values = ['east', 'east', 'west', '', 'required', null, null];
  const oddValues = [5, true, {}, 'x'.repeat(256)];
  const entries = Array.from({ length: prng.below(4) }, () => [
    prng.chance(0.95) ? prng.pick(keys) : prng.pick(oddKeys),
    prng.chance(0.95) ? prng.pick<unknown>(values) : prng.pick<unknown>(oddValues),
  ]);
  const metadata = prng.chance(0.96) ? Object.fromEntries(entries) : prng.pick<unknown>([null, [], 'x']);
  return drawAction(prng, 'set_metadata', { metadata });
}

function drawAction(prng: Prng, action: string, value: unknown): Draft {
  return {
    route: `POST ${path}/{id}/action ${action}`,
    method: 'POST',
    path: `${path}/${drawId(prng)}/action`,
    body: { [action]: value },
  };
}

const image = '11111111-1111-4111-8111-111111111111';
const nothing = '22222222-1111-4111-8111-111111111111';

function drawImages(prng: Prng): Draft {
  const cache = prng.pick<unknown>([
    [image],
    [image],
    [nothing],
    [image, image],
    [image, nothing],
    [nothing, image],
    [],
    ['x'],
    null,
  ]);
  const ids = Array.isArray(cache) ? cache.map((id: unknown) => ({ id })) : cache;
  return {
    route: `POST ${path}/{id}/images`,
    method: 'POST',
    path: `${path}/${drawId(prng)}/images`,
    body: prng.chance(0.95) ? { cache: ids } : {},
    ...(prng.chance(0.7) ? { version: '2.81' } : {}),
  };
}
