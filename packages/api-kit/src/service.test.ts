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
    ],
    authenticate: () => ({ kind: 'caller', caller: nobody }),
    policy: { allows: () => true },
    ownPaths: '/own/',
    lastModifiedSince: '1.0',
    codesSince: '1.0',
    now: Date.now,
    newRequestId: () => 'req-1',
    toHttpError: () => new HttpError(500, ''),
    onUnavailable: () => {},
    onFault: () => {},
  });
  return { done, ask: asking(service) };
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
