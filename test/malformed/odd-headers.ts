import type { Prng } from '@berth/testing/prng.ts';
import type { Header } from './request-bytes.ts';
import { anyVersion } from './targets.ts';

/** Headers that can be understood, each character of them at least, but mean nothing sensible. */
export function oddHeaders(prng: Prng): Header[] {
  return prng.weighted(kinds)(prng);
}

const kinds: readonly (readonly [number, (prng: Prng) => Header[]])[] = [
  [5, (prng) => [['accept', prng.pick(accepts)]]],
  [4, (prng) => [['content-type', prng.pick(contentTypes)]]],
  [5, (prng) => [['openstack-api-version', prng.pick(versionHeaders)]]],
  [2, (prng) => [version(prng), version(prng)]],
  [2, (prng) => [accept(prng), accept(prng), accept(prng)]],
  [
    2,
    (prng) => [
      ['x-auth-token', prng.pick(['', ' ', ':', 'user', 'admin:', 'a:b:c', '\u00ff', 'x'.repeat(9_000)])],
    ],
  ],
  [1, (prng) => [['x-roles', prng.pick(['', ',', 'admin,,member', 'é', 'reader'])]]],
  [1, (prng) => [['openstack-system-scope', prng.pick(['', 'all', 'none'])]]],
  [2, (prng) => Array.from({ length: prng.pick([10, 100, 1_500]) }, (_, at): Header => [`x-${at}`, 'y'])],
  [1, (prng) => [['x-long', 'z'.repeat(prng.pick([8_000, 16_000, 60_000]))]]],
  [1, (prng) => [['accept', Array.from({ length: prng.pick([100, 5_000]) }, () => 'a/b;q=0').join()]]],
  [
    1,
    (prng) => [
      ['openstack-api-version', Array.from({ length: 2_000 }, () => prng.pick(versionHeaders)).join()],
    ],
  ],
  [
    1,
    () => [
      ['connection', 'upgrade'],
      ['upgrade', 'websocket'],
    ],
  ],
  [1, () => [['connection', 'close']]],
  [1, (prng) => [['expect', prng.pick(['100-continue', '100-Continue', '200-ok', ''])]]],
  [
    1,
    (prng) => [
      [prng.pick(['if-none-match', 'if-match', 'range', 'if-modified-since']), prng.pick(['*', '""', 'x'])],
    ],
  ],
  [
    1,
    () => [
      ['cookie', 'a=b'],
      ['cookie', 'c=d'],
      ['set-cookie', 'e'],
      ['set-cookie', 'f'],
    ],
  ],
  [
    1,
    (prng) => [
      ['x-forwarded-proto', 'javascript'],
      ['x-forwarded-host', prng.pick(['a b', '"', 'x'])],
      ['forwarded', '"'],
    ],
  ],
  [
    1,
    () => [
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['hasownproperty', 'z'],
    ],
  ],
  [1, (prng) => [['x-openstack-request-id', prng.pick(['req-x', '', '\u00e9', 'x'.repeat(3_000)])]]],
  [1, (prng) => [['content-encoding', prng.pick(['gzip', 'br', 'identity'])]]],
  [
    1,
    (prng) => [
      ['origin', prng.pick(['null', 'http://x', '*'])],
      ['access-control-request-method', 'PUT'],
    ],
  ],
];

const version = (prng: Prng): Header => ['openstack-api-version', `placement ${anyVersion(prng)}`];
const accept = (prng: Prng): Header => ['accept', prng.pick(accepts)];

const accepts = [
  '',
  ' ',
  '*',
  '*/*',
  '*/*;q=0',
  'application/json',
  'application/json;q=0',
  'application/json;q=NaN',
  'application/json;q=1e9',
  'application/json;q=-1',
  'application/json;q',
  'application/*',
  'application/jsonx',
  'APPLICATION/JSON',
  'text/html',
  'text/plain',
  'text/*',
  'text/html,application/json;q=0.5',
  'application/json;charset=utf-8;q=0.1,text/html',
  'image/png',
  '<script>/x',
  ',',
  ';;;',
  '/',
  'a/b/c',
  '\u00ff\u00fe',
  '"',
];

const contentTypes = [
  '',
  ' ',
  'application/json; charset=utf-16',
  'application/json;',
  'APPLICATION/JSON',
  'application/jsonx',
  'application/json, application/json',
  'text/plain',
  'text/html<br>',
  '<<<<',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '*/*',
  ';',
  '\u00ff',
  'x'.repeat(5_000),
];

const versionHeaders = [
  '',
  ' ',
  'placement',
  'placement ',
  'placement 1',
  'placement 1.',
  'placement .1',
  'placement 1.0.0',
  'placement 1.40',
  'placement 2.0',
  'placement 0.9',
  'placement -1.0',
  'placement 1.-1',
  'placement 1.00',
  'placement 01.01',
  'placement 1.1e1',
  'placement 1,39',
  'placement 1.39,',
  'placement latest latest',
  'placement LATEST',
  'placement nope',
  'placement 1_0.1_0',
  'placement +1.+5',
  `placement 1.${'9'.repeat(5_000)}`,
  'placement \u00b2.\u00b3',
  'PLACEMENT 1.10',
  'compute 2.1',
  'compute 2.1, placement 1.10',
  'placement 1.10, placement 1.12',
  'placement;1.10',
  '1.10',
  'latest',
  '<br>',
];
