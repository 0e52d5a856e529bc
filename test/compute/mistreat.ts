import type { Prng } from '@berth/testing/prng.ts';
import type { Request } from '../differential/exchange.ts';
import { jsonNode, jsonText, spoilt } from '../malformed/json-node.ts';
import { nested, oddJson } from '../malformed/odd-json.ts';
import { oddText } from '../malformed/odd-text.ts';
import { oddBytes, percentEncoded } from '../malformed/targets.ts';

/**
 * Does something to a request that no client would do by mistake: bytes that are no text, JSON that is deep, huge or says things twice, names
 * that every object has, paths and queries without end. Only ours is asked such things: the original is not made for all of them.
 */
export function mistreat(prng: Prng, request: Request): Request {
  const { body } = request;
  const ways: [weight: number, way: () => Request][] = [
    [6, () => withOddQuery(prng, request)],
    [6, () => withOddPath(prng, request)],
    [6, () => withOddHeaders(prng, request)],
    [3, () => withBody(request, oddJson(prng))],
    [2, () => ({ ...request, method: prng.pick(methods) })],
    [2, () => withVersion(request, `2.${prng.between(1, 99)}`)],
  ];
  if (body !== undefined) {
    const value = JSON.parse(body) as unknown;
    ways.push([40, () => withBody(request, jsonText(spoilt(prng, jsonNode(value), () => oddJson(prng))))]);
    ways.push([6, () => ({ ...request, body: notUtf8(prng, body), encoding: 'latin1' })]);
    ways.push([2, () => withBody(request, body.replace(/[^{[]*$/, nested(prng)))]);
    // One that would be good, where it means nothing or something else.
    ways.push([3, () => ({ ...request, method: prng.pick(['GET', 'DELETE', 'PUT', 'POST']) })]);
  }
  return prng.weighted(ways)();
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

function withBody(request: Request, body: string): Request {
  return { ...request, body, headers: { ...request.headers, 'content-type': 'application/json' } };
}

function withVersion(request: Request, version: string): Request {
  return { ...request, headers: { ...request.headers, 'openstack-api-version': `compute ${version}` } };
}

/** Bytes that are no UTF-8, or that hardly anybody sends, anywhere in the text. */
function notUtf8(prng: Prng, body: string): string {
  const bytes = Buffer.from(body).toString('latin1');
  const at = prng.below(bytes.length + 1);
  const odd = prng.pick([
    '\xff',
    '\xc3',
    '\xc0\xaf',
    '\xed\xa0\x80',
    '\xf4\x90\x80\x80',
    '\0',
    '\x7f',
    '\xef\xbb\xbf',
    '\x1b',
  ]);
  return bytes.slice(0, at) + odd + bytes.slice(at);
}

function withOddQuery(prng: Prng, request: Request): Request {
  const make = prng.weighted<() => string>([
    [4, () => `${prng.pick(names)}=${percentEncoded(oddText(prng))}`],
    [3, () => `${prng.pick(names)}=${prng.pick(plainBytes)}`],
    [2, () => `${percentEncoded(oddText(prng))}=1`],
    [2, () => `${prng.pick(plainBytes)}=${prng.pick(['1', ''])}`],
    [2, () => `${prng.pick(names)}=${'9'.repeat(prng.pick([10, 20, 400, 5_000]))}`],
    [1, () => prng.pick(['', '=', '==', '?', 'a=b=c', '+=+', 'limit', 'sort_key=__proto__', 'ip=(((((a'])],
  ]);
  const count = prng.weighted([
    [10, 1],
    [4, prng.between(2, 6)],
    [1, prng.between(50, 4_000)],
  ]);
  const odd = Array.from({ length: count }, make).join(prng.pick(['&', '&', '&&', ';']));
  const joint = request.path.includes('?') ? '&' : '?';
  // Longer ones do not get past the limit of the headers.
  return { ...request, path: `${request.path}${joint}${odd}`.slice(0, 60_000) };
}

/** Of several nouns, and some that every object has. */
const names = [
  'limit',
  'marker',
  'sort_key',
  'sort_dir',
  'name',
  'ip',
  'ip6',
  'status',
  'vm_state',
  'flavor',
  'image',
  'host',
  'tags',
  'not-tags-any',
  'changes-since',
  'changes-before',
  'deleted',
  'all_tenants',
  'uuid',
  'locked',
  'is_public',
  'minDisk',
  'user_id',
  'reserved',
  'agent',
  'held',
  'wait',
  'id',
  'after',
  '__proto__',
  'constructor',
];

/** Node's client sends no others. */
const plainBytes = oddBytes.filter((bytes) => /^[!-~]*$/.test(bytes));

function withOddPath(prng: Prng, request: Request): Request {
  const [path = '', query] = request.path.split('?');
  const segments = path.split('/');
  const at = prng.between(1, Math.max(1, segments.length - 1));
  segments[at] = prng.weighted<() => string>([
    [4, () => percentEncoded(oddText(prng))],
    [4, () => prng.pick(plainBytes)],
    [2, () => `${segments[at]}%2f..%2fx`],
    [2, () => 'x'.repeat(prng.pick([256, 5_000, 50_000]))],
    [
      2,
      () =>
        prng.pick([
          '.',
          '..',
          '%2e%2e',
          '*',
          '~',
          '-',
          '__proto__',
          'constructor',
          'toString',
          'detail',
          'action',
        ]),
    ],
    [1, () => `${segments[at]}%00`],
    [1, () => (segments[at] ?? '').toUpperCase()],
    [1, () => `${segments[at]}/${'a/'.repeat(prng.pick([1, 50, 5_000]))}`],
  ])();
  const odd = segments.join('/');
  return { ...request, path: query === undefined ? odd : `${odd}?${query}` };
}

function withOddHeaders(prng: Prng, request: Request): Request {
  const headers: Record<string, string> = { ...request.headers };
  prng.weighted<() => void>([
    [4, () => (headers['x-auth-token'] = prng.pick(oddTokens))],
    [2, () => (headers['accept'] = prng.pick(oddValues))],
    [2, () => (headers['content-type'] = prng.pick(oddValues))],
    [2, () => (headers['openstack-api-version'] = `compute ${prng.pick(oddValues)}`)],
    [1, () => (headers['openstack-api-version'] = Array.from({ length: 2_000 }, () => 'compute 2.1').join())],
    [1, () => (headers['x-openstack-request-id'] = prng.pick(oddValues))],
    [1, () => (headers['x-forwarded-host'] = prng.pick(oddValues))],
    [1, () => (headers['content-encoding'] = prng.pick(['gzip', 'br', 'x']))],
    [1, () => (headers['if-none-match'] = '*')],
    [1, () => (headers['expect'] = '100-continue')],
    [1, () => Array.from({ length: 200 }, (_, index) => (headers[`x-${index}`] = 'y'))],
    [1, () => Object.assign(headers, { constructor: 'y', hasownproperty: 'z' })],
  ])();
  return { ...request, headers };
}

const oddTokens = [
  ' ',
  ':',
  '::',
  ':::::',
  'a:b:c:d',
  'admin:',
  ':admin',
  '\xff\xfe',
  'x\xe9:y:z',
  '__proto__',
  '__proto__:__proto__:__proto__',
  'constructor:constructor:constructor',
  'host1::host',
  'host2:service:host',
  'x'.repeat(9_000),
  'a:b:' + 'r,'.repeat(2_000),
];

const oddValues = [
  '',
  ' ',
  ',',
  ';',
  '/',
  '*/*;q=NaN',
  '"',
  '\xff\xfe',
  '<script>',
  'a/b;c="',
  '2.1e1',
  '2.-0',
  'x'.repeat(5_000),
  '9'.repeat(500),
];
