import type { Prng } from '@berth/testing/prng.ts';

/** A request to both sides. */
export interface ImageRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What is there by now, as far as who asks knows: so that most of what is asked is about something. */
export interface Known {
  readonly ids: string[];
  readonly deleted: string[];
}

const callers = [
  'admin',
  'admin',
  'alice:aa',
  'alice:aa',
  'admin',
  'alice:aa',
  'alice:aa',
  'alice:aa',
  'bob:bb',
  'bob:bb',
  'carl:cc',
  'dora:aa:reader',
];
const projects = ['aa', 'bb', 'cc'];
const names = ['a', 'b', 'Ä', '', 'x:y', 'name'];
const keys = ['hw_a', 'hw_b', 'os_x', 'a/b', 'p~q', 'owner_id'];
const tags = ['t', 'u', 'v w', 'Ü'];
const newer = 'application/openstack-images-v2.1-json-patch';
const older = 'application/openstack-images-v2.0-json-patch';
const octets = 'application/octet-stream';

export function randomRequest(prng: Prng, known: Known): ImageRequest {
  const make = prng.weighted(known.ids.length === 0 ? [[1, create]] : kinds);
  const { headers = {}, body, ...request } = make(prng, known);
  const type = typeof body === 'string' || body === undefined ? {} : { 'content-type': 'application/json' };
  return {
    token: prng.pick(callers),
    ...request,
    headers: { accept: 'application/json', ...type, ...headers },
    body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
  };
}

interface Draft {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Make = (prng: Prng, known: Known) => Draft;

const create: Make = (prng, { ids, deleted }) => {
  const id = prng.weighted([
    [30, prng.uuid()],
    [1, prng.pick([...ids, prng.uuid()])],
    [1, prng.pick([...deleted, prng.uuid()])],
    [1, 'no-uuid'],
  ]);
  const formats = prng.chance(0.7)
    ? { disk_format: prng.pick(['raw', 'qcow2', 'iso', null]), container_format: 'bare' }
    : {};
  return { method: 'POST', path: '/v2/images', body: { id, ...formats, ...said(prng) } };
};

/** Some of what can be said of an image, now and then what cannot. */
function said(prng: Prng): Record<string, unknown> {
  const all: readonly (() => readonly [string, unknown])[] = [
    () => ['name', prng.pick([...names, null, 5])],
    () => ['visibility', prng.pick(['public', 'private', 'shared', 'shared', 'community', 'x'])],
    () => ['tags', prng.some(tags, 0, 3)],
    () => ['protected', prng.pick([true, false, false, 'x'])],
    () => ['os_hidden', prng.pick([true, false, null])],
    () => ['min_ram', prng.pick([0, 1, 512, -1, 2 ** 31, '1'])],
    () => ['min_disk', prng.pick([0, 1, 10, -5, 1.5])],
    () => ['owner', prng.pick([...projects, null])],
    () => [prng.pick(keys), prng.pick(['1', '2', '', 'ä', 7, null])],
    () => [prng.pick(keys), prng.pick(['1', '2', 'true'])],
    () => ['disk_format', prng.pick(['raw', 'vdi', 'x', null])],
    () => [
      prng.pick(['status', 'size', 'self', 'checksum', 'location', 'locations', 'os_glance_x', 'stores']),
      'x',
    ],
  ];
  const count = prng.weighted([
    [4, 0],
    [6, 1],
    [4, 2],
    [1, 4],
  ]);
  return Object.fromEntries(
    prng.sample(all.slice(0, prng.chance(0.1) ? 12 : 11), count).map((make) => make()),
  );
}

const someId = (prng: Prng, { ids, deleted }: Known) =>
  prng.weighted([
    [40, prng.pick(ids)],
    [1, prng.pick([...deleted, 'nope'])],
    [1, prng.uuid()],
  ]);

const show: Make = (prng, known) => ({ method: 'GET', path: `/v2/images/${someId(prng, known)}` });
const remove: Make = (prng, known) => ({ method: 'DELETE', path: `/v2/images/${someId(prng, known)}` });

const upload: Make = (prng, known) => ({
  method: 'PUT',
  path: `/v2/images/${someId(prng, known)}/file`,
  body: prng.pick(['', 'abc', 'abcdefghij'.repeat(prng.between(1, 50))]),
  headers: { 'content-type': prng.pick([octets, octets, octets, octets, 'text/plain', `${octets}; a=b`]) },
});

const download: Make = (prng, known) => ({
  method: 'GET',
  path: `/v2/images/${someId(prng, known)}/file`,
  headers: prng.chance(0.5)
    ? {
        range: prng.pick([
          'bytes=0-1',
          'bytes=2-',
          'bytes=-2',
          'bytes=-1000',
          'bytes=0-0',
          'bytes=5-100000',
          'bytes=600-',
          'bytes=3-1',
          'bytes=0-1,2-3',
          'bytes=',
          'x=0-1',
        ]),
      }
    : {},
});

const patch: Make = (prng, known) => {
  const isOlder = prng.chance(0.2);
  const steps = Array.from({ length: prng.pick([0, 1, 1, 1, 2, 3]) }, () => step(prng, isOlder));
  return {
    method: 'PATCH',
    path: `/v2/images/${someId(prng, known)}`,
    headers: {
      'content-type': prng.weighted([
        [30, isOlder ? older : newer],
        [1, 'application/json'],
        [1, `${newer}; charset=utf-8`],
      ]),
    },
    body: prng.weighted<unknown>([
      [30, steps],
      [1, {}],
      [1, [5]],
      [1, ''],
      [1, '{'],
    ]),
  };
};

function step(prng: Prng, isOlder: boolean): Record<string, unknown> {
  const op = prng.pick(['add', 'add', 'replace', 'replace', 'remove', prng.chance(0.1) ? 'test' : 'remove']);
  const [key, value] = prng.chance(0.5)
    ? [prng.pick(keys).replace('~', '~0').replace('/', '~1'), prng.pick(['1', '2', 'ä', 3])]
    : (Object.entries({ name: 'n', ...said(prng) }).at(-1) ?? ['name', 'n']);
  const pointer = prng.weighted([
    [30, `/${key}`],
    [1, key],
    [1, `/${key}/-`],
    [1, `/${key}/`],
    [1, `//${key}`],
    [1, `/${key}~`],
  ]);
  const named = isOlder ? { [op]: pointer } : { op, path: pointer };
  return op === 'remove' || prng.chance(0.03) ? named : { ...named, value };
}

const list: Make = (prng, known) => {
  const conditions: readonly (() => string)[] = [
    () => `limit=${prng.pick(['0', '1', '2', '5', '-1', 'x', '1000', ' 3'])}`,
    () => `marker=${someId(prng, known)}`,
    () =>
      `sort=${prng.pick(['name', 'name:asc', 'size:asc,name:desc', 'status:desc', 'id:asc', 'x', 'name:up', 'created_at:asc', 'updated_at'])}`,
    () => `sort_key=${prng.pick(['name', 'size', 'status', 'disk_format', 'x'])}`,
    () => `sort_dir=${prng.pick(['asc', 'desc', 'x'])}`,
    () =>
      `sort_key=${prng.pick(['name', 'id'])}&sort_key=size&sort_dir=${prng.pick(['asc', 'desc'])}&sort_dir=asc`,
    () => `name=${encodeURIComponent(prng.pick([...names, 'in:a,b', 'in:"a",b', 'in:"a', 'eq:a', 'zz:a']))}`,
    () => `status=${prng.pick(['active', 'queued', 'in:active,deactivated', 'zz'])}`,
    () => `visibility=${prng.pick(['public', 'private', 'shared', 'community', 'all', 'x'])}`,
    () => `tag=${encodeURIComponent(prng.pick([...tags, 'zz']))}`,
    () => `${encodeURIComponent(prng.pick(keys))}=${prng.pick(['1', '2', 'true'])}`,
    () => `owner=${prng.pick(projects)}`,
    () => `size_min=${prng.pick(['0', '5', '100', 'x'])}`,
    () => `size_max=${prng.pick(['0', '5', '100', 'x'])}`,
    () => `size=${prng.pick(['0', '3', '10'])}`,
    () => `min_ram=${prng.pick(['0', '512'])}`,
    () => `protected=${prng.pick(['true', 'false', 'x'])}`,
    () => `os_hidden=${prng.pick(['true', 'false', 'True', 'x'])}`,
    () => `member_status=${prng.pick(['pending', 'accepted', 'rejected', 'all', 'x'])}`,
    () => `disk_format=${prng.pick(['raw', 'in:raw,qcow2'])}`,
    () =>
      `created_at=${encodeURIComponent(prng.pick(['gt:2020-01-01T00:00:00Z', 'lt:2020-01-01', 'x', '2020-01-01T00:00:00+01:00', 'zz:2020-01-01']))}`,
    () => `changes-since=${prng.pick(['x', ''])}`,
  ];
  const query = prng
    .some(conditions, 0, 3)
    .map((make) => make())
    .join('&');
  return { method: 'GET', path: `/v2/images${query === '' ? '' : `?${query}`}` };
};

const tag: Make = (prng, known) => ({
  method: prng.pick(['PUT', 'PUT', 'DELETE']),
  path: `/v2/images/${someId(prng, known)}/tags/${encodeURIComponent(prng.pick(['t', 'u', 'v w', 'x'.repeat(256)]))}`,
});

const member: Make = (prng, known) => {
  const path = `/v2/images/${someId(prng, known)}/members`;
  const one = `${path}/${prng.pick([...projects, 'zz'])}`;
  return prng.pick<Draft>([
    { method: 'GET', path },
    {
      method: 'POST',
      path,
      body: prng.pick<unknown>([
        { member: prng.pick(projects) },
        { member: 'bb' },
        {},
        { member: '' },
        [],
        '{',
      ]),
    },
    { method: 'POST', path, body: { member: prng.pick(projects) } },
    { method: 'GET', path: one },
    {
      method: 'PUT',
      path: one,
      body: { status: prng.pick(['accepted', 'accepted', 'rejected', 'pending', 'x']) },
    },
    { method: 'PUT', path: one, body: prng.pick<unknown>([{}, [], '']) },
    { method: 'DELETE', path: one },
  ]);
};

const action: Make = (prng, known) => ({
  method: 'POST',
  path: `/v2/images/${someId(prng, known)}/actions/${prng.pick(['deactivate', 'reactivate'])}`,
  ...(prng.chance(0.1) ? { body: {} } : {}),
});

const other: Make = (prng, known) =>
  prng.pick<Draft>([
    { method: 'GET', path: '/v2/nothing' },
    { method: 'GET', path: '/v2/' },
    { method: 'PUT', path: '/v2/images' },
    { method: 'POST', path: `/v2/images/${someId(prng, known)}` },
    { method: 'POST', path: '/v2/images', body: prng.pick<unknown>(['', '{', '3', '"x"', 'null']) },
    { method: 'DELETE', path: `/v2/images/${someId(prng, known)}/file` },
    { method: 'GET', path: `/v2/images/${someId(prng, known)}/tags/t` },
    {
      method: 'GET',
      path: `/v2/images/${someId(prng, known)}`,
      headers: { accept: prng.pick(['*/*', 'text/html', 'text/plain']) },
    },
    {
      method: 'GET',
      path: '/v2/images/nope',
      headers: { accept: prng.pick(['*/*', 'text/html', 'text/plain', 'text/html;q=0.1, application/json']) },
    },
  ]);

const kinds: readonly (readonly [number, Make])[] = [
  [14, create],
  [8, show],
  [20, list],
  [20, patch],
  [5, remove],
  [12, upload],
  [8, download],
  [6, tag],
  [18, member],
  [6, action],
  [4, other],
];
