import type { Prng } from '@berth/testing/prng.ts';
import type { Request } from './exchange.ts';

/** Changes what the caller says of itself or of the form of the answer. */
export function withOddHeaders(prng: Prng, request: Request): Request {
  const headers: Record<string, string> = { ...request.headers };
  const change = prng.weighted<() => void>([
    [6, () => (headers['accept'] = prng.pick(oddAccepts))],
    [1, () => delete headers['accept']],
    [3, () => delete headers['x-auth-token']],
    [1, () => (headers['x-auth-token'] = '')],
    [2, () => (headers['x-auth-token'] = prng.pick(['somebody', 'somebody:project-a', 'admin:project-a']))],
    [1, () => Object.assign(headers, { 'x-auth-token': 'somebody', 'x-roles': 'admin' })],
    [1, () => Object.assign(headers, { 'x-auth-token': 'admin', 'x-roles': 'member' })],
    [1, () => (headers['content-type'] = 'text/plain')],
    [1, () => delete headers['openstack-api-version']],
  ]);
  change();
  return { ...request, headers };
}

const oddAccepts = [
  '*/*',
  'text/html',
  'text/plain',
  'application/xml',
  'application/*',
  'text/*',
  'text/html, application/json',
  'application/json;q=0.1, text/html',
  'application/json;q=0',
  'text/html;q=0.5, */*;q=0.1',
  'application/json; charset=utf-8',
  'garbage',
  '',
];

export function withVersionHeader(request: Request, value: string): Request {
  return { ...request, headers: { ...request.headers, 'openstack-api-version': value } };
}
