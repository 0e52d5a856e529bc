import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import { textOf } from '@berth/api-kit/response.ts';
import { forWorkers } from './for-workers.ts';
import { inWorker, type PortableRequest } from './in-worker.ts';

const memory = Buffer.from('of others {"a":1} of others');
const put = {
  method: 'PUT',
  target: '/traits/A?b=%20',
  headers: { 'x-auth-token': 'admin', 'content-type': 'application/json' },
  body: memory.subarray(10, 17),
  origin: 'http://front.example',
  remoteAddress: '10.1.2.3',
} satisfies ApiRequest;

function worker() {
  const events: string[] = [];
  const passed: PortableRequest[] = [];
  const handle = inWorker(
    ({ method }) => {
      events.push(`answered ${method}`);
      return { status: 200, headers: {}, body: null };
    },
    { catchUp: () => void events.push('caught up') },
    async ({ headers }) =>
      headers['x-auth-token'] === undefined ? { status: 401, headers: {}, body: null } : null,
    async (request) => {
      passed.push(structuredClone(request));
      return { status: 201, headers: {}, body: null };
    },
    ['/check'],
  );
  return { handle, events, passed };
}

test('what reads is answered at once, when the world is new enough', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    const { handle, events, passed } = worker();
    assert.deepEqual(handle({ ...put, method }), { status: 200, headers: {}, body: null });
    assert.deepEqual(events, ['caught up', `answered ${method}`]);
    assert.deepEqual(passed, []);
  }
});

test('what only says what a write would do is answered as what reads, and no other path is', async () => {
  for (const target of ['/check', '/check?a=b']) {
    const { handle, events, passed } = worker();
    assert.equal((await handle({ ...put, method: 'POST', target })).status, 200);
    assert.deepEqual([events, passed], [['caught up', 'answered POST'], []]);
  }
  for (const [method, target] of [
    ['POST', '/checks'],
    ['POST', '/check/'],
    ['PUT', '/check'],
  ] as const) {
    const { handle, events, passed } = worker();
    assert.equal((await handle({ ...put, method, target })).status, 201);
    assert.deepEqual([events.length, passed.length], [0, 1]);
  }
});

test('what writes is passed on once, as its client has sent it, and is not answered here', async () => {
  for (const method of ['PUT', 'POST', 'DELETE', 'PATCH', 'BREW']) {
    const { handle, events, passed } = worker();
    assert.equal((await handle({ ...put, method })).status, 201);
    const [{ requestId, ...request } = put as PortableRequest] = passed;
    assert.deepEqual(request, { ...put, method, prefix: '', body: new Uint8Array(put.body) });
    assert.equal(request.body.buffer.byteLength, 7, 'memory of others went along');
    assert.match(requestId ?? '', /^req-/);
    assert.equal(passed.length, 1);
    assert.deepEqual(events, []);
  }
});

test('what writes without a token is answered here, and its body is not read', async () => {
  const { handle, passed } = worker();
  const body = { length: 7, read: () => assert.fail('it is read') };
  assert.equal((await handle({ ...put, headers: {}, body })).status, 401);
  assert.deepEqual(passed, []);
});

test('what has a request id keeps it', async () => {
  const { handle, passed } = worker();
  await handle({ ...put, requestId: 'req-1' });
  assert.equal(passed[0]?.requestId, 'req-1');
});

test('every kind of answer can be sent to another thread', async () => {
  const bodies = [null, '', 'text', memory.subarray(10, 17), [memory.subarray(0, 3), memory.subarray(3, 10)]];
  for (const body of [...bodies, lazily('one', 'two')]) {
    const expected = textOf(body);
    const headers = { 'content-type': 'text/plain' };
    const answer = { status: 200, headers, body, route: '/traits/{name}' };
    const sent = structuredClone(await forWorkers(() => answer)(put));
    assert.equal(textOf(sent.body), expected);
    assert.equal(sent.body === null, body === null);
    assert.deepEqual([sent.status, sent.headers, sent.route], [200, headers, '/traits/{name}']);
    if (sent.body instanceof Uint8Array) assert.equal(sent.body.buffer.byteLength, sent.body.length);
  }
});

function lazily(...texts: string[]): Iterable<Uint8Array> {
  return { [Symbol.iterator]: () => texts.map((text) => Buffer.from(text)).values() };
}

test('what tells the leader something is sent there first, and read here if the leader has nothing to say', async () => {
  for (const [status, expected] of [
    [204, ['sent /told', 'caught up', 'answered /wait']],
    [200, ['sent /told']],
    [403, ['sent /told']],
  ] as const) {
    const events: string[] = [];
    const handle = inWorker(
      ({ target }) => {
        events.push(`answered ${target}`);
        return { status: 200, headers: {}, body: null };
      },
      { catchUp: () => void events.push('caught up') },
      async () => null,
      async ({ target }) => {
        events.push(`sent ${target}`);
        return { status, headers: {}, body: null };
      },
      [],
      (request) => (request.target === '/wait' ? { ...request, target: '/told' } : null),
    );
    const get = { ...put, method: 'GET', target: '/wait' };
    assert.equal((await handle(get)).status, status === 204 ? 200 : status);
    assert.deepEqual(events, expected);
  }
});
