import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobody } from './caller.ts';
import { HttpError } from './http-error.ts';
import { Microversions } from './microversions.ts';
import { emptyBody } from './request.ts';
import type { ApiResponse } from './response.ts';
import { createService, type Handle } from './service.ts';

/** A service with one endpoint that takes 6 ms and one that takes nothing; `done` has them in the order of their answers. */
function served() {
  const done: string[] = [];
  const service = createService({
    app: null,
    versions: new Microversions('placement', [['1.0', 'the first']]),
    endpoints: [
      {
        route: 'GET /long',
        policy: null,
        takesTurns: true,
        run: () => {
          for (const end = performance.now() + 6; performance.now() < end; );
          done.push('long');
          return { status: 200 };
        },
      },
      {
        route: 'GET /short',
        policy: null,
        run: () => {
          done.push('short');
          return { status: 200 };
        },
      },
      { route: 'PUT /taking', policy: 'always', takes: 'json', run: () => ({ status: 204 }) },
      { route: 'PUT /guarded', policy: 'never', takes: 'json', run: () => ({ status: 204 }) },
    ],
    authenticate: (headers) =>
      headers['x-auth-token'] === 'wrong' ? { kind: 'unauthenticated' } : { kind: 'caller', caller: nobody },
    policy: { allows: (rule) => rule !== 'never' },
    ownPaths: '/own/',
    lastModifiedSince: '1.0',
    codesSince: '1.0',
    now: Date.now,
    newRequestId: () => 'req-1',
    toHttpError: () => new HttpError(500, ''),
    onUnavailable: () => {},
    onFault: () => {},
  });
  return { done, ask: asking(service), service };
}

function asking(service: Handle) {
  return async (target: string): Promise<ApiResponse> =>
    await service({ method: 'GET', target, headers: {}, body: emptyBody, origin: '', remoteAddress: '' });
}

test('of many long requests that come at one time the first is answered at once, and the others let short ones pass', async () => {
  const { done, ask } = served();
  const answers = ['/long', '/long', '/long', '/short', '/long', '/short'].map(ask);
  assert.deepEqual(done, ['long', 'short', 'short']);
  for (const { status } of await Promise.all(answers)) assert.equal(status, 200);
  assert.deepEqual(done, ['long', 'short', 'short', 'long', 'long', 'long']);
});

test('a body is read when nothing else is wrong with its request, and not before', async () => {
  const { service } = served();
  const json = { 'content-type': 'application/json' };
  for (const [method, target, headers, status] of [
    ['PUT', '/taking', { ...json, 'x-auth-token': 'wrong' }, 401],
    ['PUT', '/taking', { ...json, 'openstack-api-version': 'placement 9.9' }, 406],
    ['PUT', '/taking', {}, 400],
    ['PUT', '/nowhere', json, 404],
    ['POST', '/taking', json, 405],
    ['PUT', '/taking', { 'content-type': 'text/plain' }, 415],
    ['PUT', '/guarded', json, 403],
    ['GET', '/short', json, 200],
    ['PUT', '/taking', json, 204],
  ] as const) {
    let reads = 0;
    const read = async () => {
      reads++;
      return Buffer.from('{}');
    };
    const body = { length: 2, read };
    const answer = await service({ method, target, headers, body, origin: '', remoteAddress: '' });
    assert.deepEqual([answer.status, reads], [status, status === 204 ? 1 : 0], `${method} ${target}`);
  }
});
