import type { Prng } from '@berth/testing/prng.ts';
import type { Draft, Parameter } from '../draft.ts';
import type { ComparedNoun, KnownIds } from '../noun.ts';

export const flavors: ComparedNoun = {
  name: 'flavors',
  seams: ['2.55', '2.61', '2.75'],
  begin: [created({ id: 'f1', name: 'small' }), created({ id: null, name: 'made' })],
  draw: (prng, known) =>
    prng.weighted<() => Draft>([
      [30, () => drawCreate(prng)],
      [15, () => drawList(prng, known, '/flavors')],
      [15, () => drawList(prng, known, '/flavors/detail')],
      [
        12,
        () => ({ route: 'GET /flavors/{id}', method: 'GET', path: `/flavors/${drawFlavorId(prng, known)}` }),
      ],
      [10, () => drawUpdate(prng, known)],
      [6, () => drawDelete(prng, known)],
    ])(),
  state: () => [
    { route: 'GET /flavors/detail', method: 'GET', path: '/flavors/detail', query: [['is_public', 'None']] },
  ],
};

const ids = ['f1', 'f2', 'f3', '1', '2', '1.5', 'a b', 'A.b_c-d'];
const names = ['small', 'large', 'tiny', 'x', 'ä ö', 'f1'];

/** The request that makes a flavor, mostly as they are. */
export function created(more: Readonly<Record<string, unknown>>): Draft {
  const flavor = { ram: 512, vcpus: 1, disk: 1, ...more };
  return { route: 'POST /flavors', method: 'POST', path: '/flavors', body: { flavor } };
}

/** One that there may be, as it stands in a path. */
export function drawFlavorId(prng: Prng, known: KnownIds): string {
  const made = known.of('flavor');
  if (made.length > 0 && prng.chance(0.25)) return prng.pick(made);
  if (prng.chance(0.06)) return prng.pick(oddIds);
  return prng.chance(0.6) ? prng.pick(['f1', 'f2']) : encodeURIComponent(prng.pick(ids));
}

const oddIds = ['nope', 'F1', '%20', 'f1%20', '01', '1.0', '%C3%A4', 'f1%00', 'detail', "'", '%25', '1e3'];

function drawCreate(prng: Prng): Draft {
  const flavor: Record<string, unknown> = {
    name: prng.chance(0.85) ? prng.pick(names) : prng.pick(oddNames),
    ram: drawAmount(prng, 1),
    vcpus: drawAmount(prng, 1),
    disk: drawAmount(prng, 0),
  };
  const optional: Readonly<Record<string, () => unknown>> = {
    id: () => (prng.chance(0.85) ? prng.pick(ids) : prng.pick(oddCreatedIds)),
    'OS-FLV-EXT-DATA:ephemeral': () => drawAmount(prng, 0),
    swap: () => drawAmount(prng, 0),
    rxtx_factor: () =>
      prng.pick([1, 1.0, 2, 0.5, 1.5, '1', '2.5', '0.1', 100, 0, '0', -1, 'x', '1e3', 1e38, 3.5e38]),
    'os-flavor-access:is_public': () =>
      prng.pick([true, false, false, 'true', 'False', 'no', '0', 1, 0, 'x', null, 'TRUE', 'off']),
    description: () => drawDescription(prng),
  };
  for (const [name, draw] of Object.entries(optional)) {
    if (prng.chance(name === 'id' ? 0.8 : 0.3)) flavor[name] = draw();
  }
  const inOrder = prng.chance(0.2) ? prng.shuffled(Object.entries(flavor)) : Object.entries(flavor);
  return {
    route: 'POST /flavors',
    method: 'POST',
    path: '/flavors',
    body: { flavor: Object.fromEntries(inOrder) },
  };
}

/** Mostly a few small ones, so that sorting meets ties. */
function drawAmount(prng: Prng, least: 0 | 1): unknown {
  if (prng.chance(0.9)) return prng.between(least, 3) * prng.pick([1, 1, 512]) || least;
  return prng.pick(oddAmounts);
}

const oddAmounts = [
  ...[
    '1',
    '0',
    '512',
    '007',
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '1.0',
    '1e3',
    '٣',
    'x',
    '1\n',
    '2147483647',
    '2147483648',
  ],
  ...[0, -1, 1.5, 2.0, 2_147_483_647, 2_147_483_648, 1e20, null, true, [], {}],
];

const oddNames = [
  ...[
    '',
    ' ',
    'a ',
    ' a',
    'a\n',
    '\ta',
    'a\tb',
    'a\u00a0',
    'a\u2028b',
    'a\u200bb',
    'a\u0000',
    '\u{1f600}',
    'a\ufffe',
  ],
  ...[
    'x'.repeat(255),
    'x'.repeat(256),
    'a/b',
    "it's",
    '"',
    '%',
    'a\u0378',
    'a\ue000',
    'a\u3000b',
    'a b',
    'ß',
    '\u00ad',
  ],
];

const oddCreatedIds = [
  ...[
    null,
    1,
    0,
    -1,
    1.5,
    1e3,
    1e22,
    12345678901234567890,
    true,
    '',
    ' ',
    'a ',
    ' a',
    'a\n',
    'ä',
    'a/b',
    'auto',
  ],
  ...['x'.repeat(255), 'x'.repeat(256), [], {}, '-', '.', '_', 'detail', '\n'],
];

function drawDescription(prng: Prng): unknown {
  return prng.pick([
    ...[
      'words',
      'words',
      '',
      null,
      'two words',
      ' edge ',
      'ä',
      'a\nb',
      'a\n',
      'a\tb',
      '\u{1f600}',
      'a\u00adb',
      'a\u0000',
    ],
    ...[
      'x'.repeat(65_535),
      'x'.repeat(65_536),
      1,
      true,
      [],
      'a\u200b',
      '\u00a0',
      'a\ue000',
      'a\u2028',
      '\u0378',
    ],
  ]);
}

function drawUpdate(prng: Prng, known: KnownIds): Draft {
  return {
    route: 'PUT /flavors/{id}',
    method: 'PUT',
    path: `/flavors/${drawFlavorId(prng, known)}`,
    body: { flavor: { description: drawDescription(prng), ...(prng.chance(0.05) ? { name: 'x' } : {}) } },
    ...(prng.chance(0.6) ? { version: prng.pick(['2.55', '2.61', '2.93']) } : {}),
  };
}

function drawDelete(prng: Prng, known: KnownIds): Draft {
  return { route: 'DELETE /flavors/{id}', method: 'DELETE', path: `/flavors/${drawFlavorId(prng, known)}` };
}

function drawList(prng: Prng, known: KnownIds, path: string): Draft {
  const marker = (): string => decodeURIComponent(drawFlavorId(prng, known));
  const likely: Readonly<Record<string, () => string>> = {
    is_public: () =>
      prng.pick(['true', 'false', 'None', 'none', 'NONE', 'yes', '0', 'x', '', ' true ', 'T', '2', 'NO']),
    minRam: () => prng.pick(bounds),
    minDisk: () => prng.pick(bounds),
    limit: () =>
      prng.pick([
        '1',
        '2',
        '3',
        '10',
        '0',
        '1000',
        '1001',
        '01',
        '',
        '-1',
        'x',
        '1\n',
        '1.0',
        '99999999999999999999',
      ]),
    marker,
    sort_key: () =>
      prng.chance(0.9)
        ? prng.pick(sortKeys)
        : prng.pick(['nope', '', 'uuid', 'deleted', 'NAME', 'extra_specs']),
    sort_dir: () => prng.pick(['asc', 'asc', 'desc', 'desc', 'desc', 'up', '', 'ASC']),
  };
  const query: Parameter[] = [];
  for (const [name, draw] of Object.entries(likely)) {
    while (prng.chance(query.length > 4 ? 0.1 : 0.25)) query.push([name, draw()]);
  }
  if (prng.chance(0.05)) query.push([prng.pick(['foo', 'name', 'all_tenants', 'offset', '']), '1']);
  return {
    route: `GET ${path}`,
    method: 'GET',
    path,
    query: prng.chance(0.3) ? prng.shuffled(query) : query,
  };
}

const bounds = [
  '0',
  '1',
  '2',
  '512',
  '1024',
  '-1',
  'x',
  '',
  ' 1 ',
  '+1',
  '1_0',
  '1.5',
  '٣',
  '1e3',
  '99999999999999999999',
  '0x1',
];

const sortKeys = [
  ...[
    'created_at',
    'description',
    'disabled',
    'ephemeral_gb',
    'flavorid',
    'id',
    'is_public',
    'memory_mb',
    'name',
    'root_gb',
  ],
  ...['rxtx_factor', 'swap', 'updated_at', 'vcpu_weight', 'vcpus'],
];
