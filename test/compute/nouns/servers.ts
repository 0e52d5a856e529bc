import type { Prng } from '@berth/testing/prng.ts';
import type { Draft } from '../draft.ts';
import type { ComparedNoun } from '../noun.ts';

/** The image that both sides have. */
const image = '11111111-1111-4111-8111-111111111111';
const nothing = '00000000-0000-4000-8000-000000000000';

/** What is written to servers, and what comes of it. */
export const servers: ComparedNoun = {
  name: 'servers',
  settles: true,
  seams: [
    '2.3',
    '2.9',
    '2.19',
    '2.26',
    '2.37',
    '2.47',
    '2.52',
    '2.54',
    '2.57',
    '2.63',
    '2.71',
    '2.73',
    '2.74',
    '2.75',
    '2.90',
  ],
  begin: [
    flavor('1', { ram: 512 }),
    flavor('2', { vcpus: 2, ram: 1024, disk: 2, 'OS-FLV-EXT-DATA:ephemeral': 1, swap: 512 }),
    flavor('huge', { ram: 20_000 }),
    flavor('zero', { disk: 0 }),
    flavor('many', { vcpus: 21, ram: 60_000 }),
    {
      route: 'POST /os-keypairs',
      method: 'POST',
      path: '/os-keypairs',
      body: { keypair: { name: 'k1', public_key: publicKey() } },
    },
  ],
  draw: (prng, known) => {
    const server =
      prng.chance(0.93) && known.of('server').length > 0
        ? prng.pick(known.of('server'))
        : prng.pick([nothing, 'nope']);
    return prng.weighted<() => Draft>([
      [known.of('server').length < 4 ? 60 : 12, () => drawCreate(prng)],
      [40, () => drawAction(prng, server)],
      [10, () => drawUpdate(prng, server)],
      [8, () => ({ route: 'DELETE /servers/{id}', method: 'DELETE', path: `/servers/${server}` })],
      [12, () => ({ route: 'GET /servers/{id}', method: 'GET', path: `/servers/${server}` })],
      [4, () => ({ route: 'GET /servers/detail', method: 'GET', path: '/servers/detail' })],
      [
        6,
        () => ({
          route: 'GET os-instance-actions',
          method: 'GET',
          path: `/servers/${server}/os-instance-actions`,
        }),
      ],
      [14, () => drawMetadata(prng, server)],
      [12, () => drawTags(prng, server)],
    ])();
  },
  state: (known) => [
    { route: 'GET /servers/detail', method: 'GET', path: '/servers/detail', query: [['all_tenants', '1']] },
    ...known.of('server').map(
      (id): Draft => ({
        route: 'GET /servers/{id}/os-instance-actions',
        method: 'GET',
        path: `/servers/${id}/os-instance-actions`,
      }),
    ),
  ],
};

function flavor(id: string, fields: Readonly<Record<string, number>>): Draft {
  const all = { id, name: `f${id}`, vcpus: 1, ram: 512, disk: 1, ...fields };
  return { route: 'POST /flavors', method: 'POST', path: '/flavors', body: { flavor: all } };
}

function publicKey(): string {
  return 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh';
}

const fields: readonly (readonly [key: string, values: readonly unknown[]])[] = [
  ['name', ['web', 'Käse db', '日本', ' x', '', 1, 'x'.repeat(70)]],
  ['flavorRef', ['1', '2', 1, 'huge', 'zero', 'many', 'nope', '', null]],
  ['imageRef', [image, image, nothing, '', 'x', null]],
  [
    'networks',
    ['none', 'auto', [], [{ uuid: nothing }], [{}], [{ port: nothing }], 'x', null, [{ uuid: 'x' }]],
  ],
  ['metadata', [{ a: '1' }, {}, { a: 1 }, { ä: 'x' }, many(129), null]],
  ['min_count', [1, '1', 2, 3, 0, 'x']],
  ['max_count', [1, 2, '2', 30]],
  ['OS-DCF:diskConfig', ['AUTO', 'MANUAL', 'x']],
  ['accessIPv4', ['1.2.3.4', '', '1.2.3']],
  ['accessIPv6', ['fe80::0001', 'fe80::1', 'x']],
  ['availability_zone', ['nova', 'nope', 'nova:host1', 'nova:nohost', 'a:b:c:d', ':host1', '::host2', '']],
  ['config_drive', [true, 'true', 'no', 'x']],
  ['key_name', ['k1', 'nope', '']],
  ['user_data', ['YQ==', 'YQ', '%%%', 'ä']],
  ['adminPass', ['secret', '', 1]],
  ['description', ['text', '', null, 'a\nb']],
  ['tags', [['b', 'a', 'b'], [], ['a,b'], ['x'.repeat(61)]]],
  ['trusted_image_certificates', [null, [], ['a', 'a']]],
  ['host', ['host1', 'nope']],
  ['hypervisor_hostname', ['host2', 'nope']],
  ['hostname', ['my-host', 'x', 'a.b', '-x']],
  ['return_reservation_id', [true, false, 'false', 'x']],
  ['security_groups', [[{ name: 'default' }], [], [{}]]],
  ['block_device_mapping_v2', [[], [{ source_type: 'blank', destination_type: 'local' }]]],
  ['personality', [[], [{ path: '/a', contents: 'YQ==' }], [{ path: '/a', contents: 'YQ' }]]],
  ['nope', [1]],
];

function many(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
}

function drawCreate(prng: Prng): Draft {
  const server: Record<string, unknown> = {
    name: 'web',
    flavorRef: prng.pick(['1', '2']),
    imageRef: image,
    networks: 'auto',
  };
  if (prng.chance(0.3)) delete server['networks'];
  for (let index = prng.pick([0, 0, 1, 1, 2, 3]); index > 0; index--) {
    const [key, values] = prng.pick(fields);
    server[key] = prng.pick(values);
    if (prng.chance(0.05)) delete server[key];
  }
  const hints = prng.chance(0.1)
    ? {
        'os:scheduler_hints': prng.pick([
          { group: nothing },
          { foo: 'bar' },
          { target_cell: ' ' },
          { same_host: nothing },
        ]),
      }
    : {};
  return {
    route: 'POST /servers',
    method: 'POST',
    path: '/servers',
    body: { server, ...hints },
    ...(prng.chance(0.5) ? { version: '2.93' } : {}),
  };
}

const actions: readonly (readonly [name: string, bodies: readonly unknown[]])[] = [
  ['os-stop', [null, {}, 1]],
  ['os-start', [null]],
  ['os-start', [null]],
  ['reboot', [{ type: 'SOFT' }, { type: 'hard' }, { type: 'x' }, {}, null]],
  ['pause', [null, 'x']],
  ['unpause', [null]],
  ['suspend', [null]],
  ['resume', [null]],
  ['lock', [null, { locked_reason: 'because' }, { locked_reason: '' }, 1]],
  ['unlock', [null, {}]],
  ['rescue', [null, {}, { adminPass: 'x' }, { rescue_image_ref: nothing }, { adminPass: 1 }]],
  ['unrescue', [null]],
  ['changePassword', [{ adminPass: 'x' }, {}]],
  ['os-resetState', [{ state: 'active' }, { state: 'error' }, { state: 'x' }]],
  ['forceDelete', [null]],
  ['restore', [null]],
  ['rebuild', [{ imageRef: image }]],
  ['nope', [null]],
];

function drawAction(prng: Prng, server: string): Draft {
  const [name, bodies] = prng.pick(actions);
  const body = name === 'rebuild' ? drawRebuild(prng) : prng.pick(bodies);
  return {
    route: `action ${name}`,
    method: 'POST',
    path: `/servers/${server}/action`,
    body: { [name]: body },
  };
}

const ofRebuild = new Set([
  'name',
  'metadata',
  'OS-DCF:diskConfig',
  'accessIPv4',
  'accessIPv6',
  'key_name',
  'user_data',
  'adminPass',
  'description',
  'trusted_image_certificates',
  'hostname',
  'personality',
  'nope',
]);

function drawRebuild(prng: Prng): object {
  const body: Record<string, unknown> = { imageRef: prng.chance(0.9) ? image : prng.pick([nothing, 'x']) };
  for (let index = prng.pick([0, 1, 2]); index > 0; index--) {
    const [key, values] = prng.pick(fields.filter(([name]) => ofRebuild.has(name)));
    body[key] = prng.pick(values);
  }
  return body;
}

const ofUpdate = new Set([
  'name',
  'OS-DCF:diskConfig',
  'accessIPv4',
  'accessIPv6',
  'description',
  'hostname',
  'nope',
]);

function drawUpdate(prng: Prng, server: string): Draft {
  const body: Record<string, unknown> = {};
  for (let index = prng.pick([0, 1, 1, 2]); index > 0; index--) {
    const [key, values] = prng.pick(fields.filter(([name]) => ofUpdate.has(name)));
    body[key] = prng.pick(values);
  }
  return { route: 'PUT /servers/{id}', method: 'PUT', path: `/servers/${server}`, body: { server: body } };
}

function drawMetadata(prng: Prng, server: string): Draft {
  const path = `/servers/${server}/metadata`;
  const key = prng.pick(['a', 'b', 'k 1']);
  const values = prng.pick<unknown>([
    { a: '1' },
    { b: '2', a: '3' },
    {},
    many(129),
    { a: 1 },
    { [key]: 'v' },
  ]);
  return prng.weighted<() => Draft>([
    [3, () => ({ route: 'POST metadata', method: 'POST', path, body: { metadata: values } })],
    [2, () => ({ route: 'PUT metadata', method: 'PUT', path, body: { metadata: values } })],
    [
      3,
      () => ({
        route: 'PUT metadata/{key}',
        method: 'PUT',
        path: `${path}/${encodeURIComponent(key)}`,
        body: { meta: values },
      }),
    ],
    [
      2,
      () => ({
        route: 'DELETE metadata/{key}',
        method: 'DELETE',
        path: `${path}/${encodeURIComponent(key)}`,
      }),
    ],
    [1, () => ({ route: 'GET metadata', method: 'GET', path })],
  ])();
}

function drawTags(prng: Prng, server: string): Draft {
  const path = `/servers/${server}/tags`;
  const tag = encodeURIComponent(prng.pick(['a', 'b', 'c', 'x'.repeat(61), 'a,b']));
  const tags = prng.pick<unknown>([
    ['b', 'a'],
    [],
    ['a', 'a'],
    ['x,y'],
    Array.from({ length: 50 }, (_, index) => `t${index}`),
    [1],
    null,
  ]);
  return prng.weighted<() => Draft>([
    [3, () => ({ route: 'PUT tags', method: 'PUT', path, body: { tags } })],
    [4, () => ({ route: 'PUT tags/{tag}', method: 'PUT', path: `${path}/${tag}` })],
    [2, () => ({ route: 'DELETE tags/{tag}', method: 'DELETE', path: `${path}/${tag}` })],
    [1, () => ({ route: 'DELETE tags', method: 'DELETE', path })],
    [1, () => ({ route: 'GET tags', method: 'GET', path })],
  ])();
}
