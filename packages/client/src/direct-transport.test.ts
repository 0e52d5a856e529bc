import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { ResponseBody } from '@berth/api-kit/response.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { DirectTransport, type DirectTransportOptions } from './direct-transport.ts';

const service = 'placement';

/** A handler that answers with this body, and what it was asked. */
function answering(body: ResponseBody | null): { handle: Handle; seen: ApiRequest[] } {
  const seen: ApiRequest[] = [];
  const handle: Handle = (request) => {
    seen.push(request);
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  };
  return { handle, seen };
}

test('the service sees its administrator, or who is named, at the version that is asked for', async () => {
  const { handle, seen } = answering('{}');
  const send = (options: Partial<DirectTransportOptions>, version?: string) =>
    new DirectTransport(handle, { service, ...options }).send({
      method: 'GET',
      path: '/x',
      ...(version === undefined ? {} : { version }),
    });
  await send({});
  await send({ token: 'ann:work', defaultVersion: 'latest', prefix: '/placement' });
  await send({ defaultVersion: 'latest' }, '1.28');
  assert.deepEqual(
    seen.map(({ target, headers }) => [target, headers['x-auth-token'], headers['openstack-api-version']]),
    [
      ['/x', 'admin', undefined],
      ['/placement/x', 'ann:work', 'placement latest'],
      ['/x', 'admin', 'placement 1.28'],
    ],
  );
});

test('a body that is made while it is sent is whole, though its bytes are used again', async () => {
  function* chunks() {
    const bytes = Buffer.alloc(1);
    for (const letter of '[1,2]') {
      bytes.write(letter);
      yield bytes;
    }
  }
  const { json } = await new DirectTransport(answering(chunks()).handle, { service }).send({
    method: 'GET',
    path: '/x',
  });
  assert.deepEqual(json, [1, 2]);
});

test('what was sent is carried out, also where nobody waits, and closing waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isDone = false;
  const transport = new DirectTransport(
    async () => {
      await promise;
      isDone = true;
      return { status: 204, headers: {}, body: null };
    },
    { service },
  );
  const leaving = new AbortController();
  const left = transport.send({ method: 'PUT', path: '/x', signal: leaving.signal });
  leaving.abort();
  await assert.rejects(left, { name: 'Unreachable', isUnsent: false });
  const waiting = transport.send({ method: 'PUT', path: '/x' });
  const closing = transport.close();
  assert.equal(isDone, false);
  resolve();
  await closing;
  assert.equal(isDone, true);
  assert.equal((await waiting).status, 204);
});
