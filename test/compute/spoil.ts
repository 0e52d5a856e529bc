import type { Prng } from '@berth/testing/prng.ts';
import type { Request } from '../differential/exchange.ts';
import { brokenJson, withBadValue } from '../differential/mangled.ts';
import { oddVersions } from './versions.ts';

/** Does something to a request that no good client would do: to its body, its query, its path, its method or its headers. */
export function spoil(prng: Prng, request: Request): Request {
  const { body } = request;
  const ways: [weight: number, way: () => Request][] = [
    [6, () => withOddQuery(prng, request)],
    [4, () => withOddVersion(prng, request)],
    [3, () => withOddHeader(prng, request)],
    [2, () => ({ ...request, method: prng.pick(methods) })],
    [2, () => withOddPath(prng, request)],
    [1, () => ({ ...request, body: prng.pick(['', '{}', '[]', 'null', '{"x": 1}']) })],
  ];
  if (body !== undefined) {
    ways.push([30, () => ({ ...request, body: withBadValue(prng, body) })]);
    ways.push([6, () => ({ ...request, body: brokenJson(prng, body) })]);
    ways.push([2, () => withContentType(prng, request)]);
  }
  return prng.weighted(ways)();
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'];

function withOddQuery(prng: Prng, request: Request): Request {
  const joint = request.path.includes('?') ? '&' : '?';
  return { ...request, path: `${request.path}${joint}${prng.pick(oddQueries)}` };
}

const oddQueries = [
  'foo=bar',
  'foo',
  '=',
  '&&',
  'limit=1&limit=x',
  'limit=',
  'limit=-1',
  'limit=1.5',
  'limit=0',
  'limit=99999999999999999999',
  'limit=%D9%A3',
  'limit=1%0A',
  'marker=',
  'marker=nope',
  'marker=%00',
  '_x=1',
  'a%ff=1',
  'limit=%ff',
  'foo=%zz',
  'limit=+1',
  'limit=%201',
  'x=1;limit=2',
  'sort_key=nope',
  'sort_dir=up',
  '%E2%82%AC=1',
  "'=1",
];

function withOddVersion(prng: Prng, request: Request): Request {
  const {
    'openstack-api-version': _standard,
    'x-openstack-nova-api-version': _legacy,
    ...headers
  } = request.headers;
  return { ...request, headers: { ...headers, ...prng.pick(oddVersions) } };
}

function withOddHeader(prng: Prng, request: Request): Request {
  const headers = { ...request.headers };
  prng.weighted<() => void>([
    [6, () => (headers['accept'] = prng.pick(accepts))],
    [1, () => delete headers['accept']],
    [2, () => delete headers['x-auth-token']],
    [1, () => (headers['x-auth-token'] = '')],
    [1, () => (headers['x-auth-token'] = prng.pick(['x', 'x:aa', 'x:aa:admin']))],
  ])();
  return { ...request, headers };
}

const accepts = [
  '*/*',
  'text/html',
  'text/plain',
  'application/xml',
  'application/*',
  'application/vnd.openstack.compute+json',
  'application/vnd.openstack.compute+json;version=2.1',
  'text/html, application/json',
  'application/json;q=0.1, text/html',
  'application/json;q=0',
  'application/json; charset=utf-8',
  'garbage',
  '',
];

function withContentType(prng: Prng, request: Request): Request {
  const { 'content-type': _, ...headers } = request.headers;
  const type = prng.pick([
    null,
    'text/plain',
    'application/json; charset=utf-8',
    'application/vnd.openstack.compute+json',
    'application/xml',
    'APPLICATION/JSON',
    'json',
    '',
  ]);
  return { ...request, headers: type === null ? headers : { ...headers, 'content-type': type } };
}

function withOddPath(prng: Prng, request: Request): Request {
  const [path = '', query] = request.path.split('?');
  const odd = prng.pick([
    `${path}/`,
    `${path}.json`,
    `${path}/x`,
    path.replace(/\/[^/]*$/, ''),
    path.replace(/\/[^/]*$/, '/%20'),
    path.replace(/\/[^/]*$/, '/%2F'),
    path.replace(/\/[^/]*$/, '/x%0A'),
    path.replace(/\/[^/]*$/, '/%C3%A4'),
    path.replace(/\/[^/]*$/, `/${'x'.repeat(300)}`),
    path.replace('/v2.1/', '/v2.1//'),
    path.replace(/\/([a-z-]+)/, (_, name: string) => `/${name.toUpperCase()}`),
  ]);
  return { ...request, path: query === undefined ? odd : `${odd}?${query}` };
}
