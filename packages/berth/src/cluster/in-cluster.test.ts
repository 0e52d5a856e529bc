import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import { type ApiResponse, textOf } from '@berth/api-kit/response.ts';
import { serveHttp } from '@berth/api-kit/server/http-server.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { Leader } from '@berth/ledger/following/shared-store.ts';
import { JournalUnavailable } from '@berth/ledger/journal/journal-errors.ts';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { type WholeRequest, withWholeBody } from '@berth/api-kit/testing/with-whole-body.ts';
import { renderFailure } from '../serving/render-failure.ts';
import { inCluster, type ServingMember } from './in-cluster.ts';

const settled = () => Promise.resolve();
const leaderSecret = 'the secret of the leader';

const put: WholeRequest = {
  method: 'PUT',
  target: '/allocations/1?x=%20y',
  headers: {
    'x-auth-token': 'admin',
    'content-type': 'application/json',
    connection: 'keep-alive',
    host: 'f',
  },
  body: Buffer.from('{"a":"ü"}'),
  origin: 'http://follower.example',
  remoteAddress: '10.1.2.3',
};
const get: WholeRequest = { ...put, method: 'GET', body: new Uint8Array() };

function answerWhole(request: WholeRequest): ApiResponse {
  const { method, target, headers, body, origin, remoteAddress, requestId, ownPort } = request;
  const seen = {
    method,
    target,
    token: headers['x-auth-token'],
    body: Buffer.from(body).toString(),
    origin,
    remoteAddress,
    requestId,
    ownPort,
  };
  return {
    status: 201,
    headers: { 'content-type': 'application/json', location: `${origin}/x` },
    body: JSON.stringify(seen),
  };
}

const answer = withWholeBody(answerWhole);

/** A process that serves and leads or does not, and where it can be reached. */
async function process(t: TestContext, member: Partial<ServingMember>, handle: Handle = answer) {
  const whole: ServingMember = {
    isLeading: true,
    ready: () => undefined,
    leader: async () => null,
    settled: () => Promise.resolve(),
    ...member,
  };
  return await servedAt(t, inCluster(handle, whole, { secret: leaderSecret, patienceMs: 3000 }));
}

async function servedAt(t: TestContext, handle: Handle): Promise<string> {
  const server = await serveHttp(handle, {
    host: '127.0.0.1',
    port: 0,
    renderFailure,
    log: { info: () => {}, error: () => {} },
    trustsForwarded: false,
  });
  t.after(() => server.close());
  return server.url;
}

function leaderAt(address: string): Leader {
  return { name: 'the leader', address, secret: leaderSecret, epoch: 1, remainingMs: 1000 };
}

/** One that follows these, one after the other. */
function follower(...leaders: (Leader | null)[]) {
  const handled: ApiRequest[] = [];
  let isLeading = false;
  const member: ServingMember = {
    get isLeading() {
      return isLeading;
    },
    ready: () => Promise.resolve(),
    settled: () => Promise.resolve(),
    leader: async () => {
      const next = (leaders.length > 1 ? leaders.shift() : leaders[0]) ?? null;
      isLeading = next === null;
      return next;
    },
  };
  const handle = inCluster(
    (request) => {
      handled.push(request);
      return answer(request);
    },
    member,
    { secret: 'my own secret', patienceMs: 3000 },
  );
  return { handle, handled };
}

test('a read is answered here, when the world is new enough', async () => {
  const ready = Promise.withResolvers<void>();
  let handledCount = 0;
  const member = { isLeading: false, ready: () => ready.promise, leader: async () => null, settled };
  const handle = inCluster(
    (request) => {
      handledCount++;
      return answer(request);
    },
    member,
    { secret: 's', patienceMs: 1000 },
  );
  const answered = handle(get);
  await new Promise(setImmediate);
  assert.equal(handledCount, 0);
  ready.resolve();
  assert.equal((await answered).status, 201);
  assert.equal(handledCount, 1);
});

test('what only says what a write would do is answered here, by a follower too', async () => {
  const ready = Promise.withResolvers<void>();
  const member = { isLeading: false, ready: () => ready.promise, leader: () => assert.fail(), settled };
  const handle = inCluster(answer, member, { secret: 's', patienceMs: 1000, previews: ['/check'] });
  const answered = handle({ ...put, method: 'POST', target: '/check?a=b' });
  ready.resolve();
  const { status, body } = await answered;
  assert.equal(status, 201);
  assert.equal(JSON.parse(textOf(body)).body, '{"a":"ü"}');
});

test('a read is refused while nobody can tell whether the world is new enough', async () => {
  const away = new JournalUnavailable('It is away at db.example.', undefined, 'The database is away.');
  const member = { isLeading: false, ready: () => Promise.reject(away), leader: async () => null, settled };
  const { status, body, headers } = await inCluster(answer, member, { secret: 's', patienceMs: 1 })(get);
  assert.equal(status, 503);
  assert.match(textOf(body), /The database is away/);
  assert.ok(headers['retry-after']);
});

test('a leader answers at once', () => {
  const member = { isLeading: true, ready: () => undefined, leader: async () => null, settled };
  const handle = inCluster(answer, member, { secret: 's', patienceMs: 1 });
  for (const request of [get, put]) assert.ok(!(handle(request) instanceof Promise));
});

test('a write is answered by the leader, as if its client had sent it there', async (t) => {
  const { handle, handled } = follower(leaderAt(await process(t, {})));
  const { status, headers, body } = await handle(put);
  assert.equal(status, 201);
  const seen = JSON.parse(textOf(body));
  assert.match(seen.requestId, /^req-/);
  assert.deepEqual(seen, {
    method: 'PUT',
    target: '/allocations/1?x=%20y',
    token: 'admin',
    body: '{"a":"ü"}',
    origin: 'http://follower.example',
    remoteAddress: '10.1.2.3',
    requestId: seen.requestId,
  });
  assert.deepEqual(headers, { 'content-type': 'application/json', location: 'http://follower.example/x' });
  assert.equal(handled.length, 0);
});

test("the leader is told of a port of the follower that is one service's own", async (t) => {
  const { handle } = follower(leaderAt(await process(t, {})));
  const ownPort = { service: '/compute', ports: { main: 8778, own: { '/compute': 8774 } } };
  const { body } = await handle({ ...put, target: '/compute/v2.1/servers', ownPort });
  assert.deepEqual(JSON.parse(textOf(body)).ownPort, ownPort);
  // A client cannot say so.
  const headers = { ...put.headers, 'x-berth-own-port': JSON.stringify(ownPort) };
  const sent = await handle({ ...put, headers });
  assert.equal(JSON.parse(textOf(sent.body)).ownPort, undefined);
});

test('an answer without a body stays one', async (t) => {
  const { handle } = follower(
    leaderAt(await process(t, {}, () => ({ status: 204, headers: {}, body: null }))),
  );
  const { status, body } = await handle(put);
  assert.equal(status, 204);
  assert.equal(body, null);
});

test('who does not lead any more says so, and the next leader is asked', async (t) => {
  const old = await process(t, { isLeading: false, leader: async () => leaderAt('http://127.0.0.1:1') });
  const { handle } = follower(leaderAt(old), { ...leaderAt(await process(t, {})), epoch: 2 });
  assert.equal((await handle(put)).status, 201);
});

test('a leader that cannot be reached is waited out', async (t) => {
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const { handle } = follower(leaderAt(nowhere), leaderAt(nowhere), leaderAt(await process(t, {})));
  assert.equal((await handle(put)).status, 201);
});

test('whose lease has run out is not asked any more', async (t) => {
  const [first, second] = [
    await process(t, {}),
    await process(t, {}, () => ({ ...answerWhole(put), status: 202 })),
  ];
  const { handle } = follower({ ...leaderAt(first), remainingMs: 50 }, leaderAt(second));
  assert.equal((await handle(put)).status, 201);
  await sleep(60);
  assert.equal((await handle(put)).status, 202);
});

test('who comes to lead meanwhile answers itself', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const { handle, handled } = follower(leaderAt(nowhere), null);
  assert.equal((await handle(put)).status, 201);
  assert.equal(handled.length, 1);
});

test('a write whose fate is unknown is not sent again, and its client is told', async (t) => {
  let count = 0;
  const server = createServer((request) => {
    count++;
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { handle } = follower(leaderAt(`http://127.0.0.1:${port}`));
  const { status, body } = await handle(put);
  assert.equal(status, 503);
  assert.match(textOf(body), /has been made, or it has not/);
  assert.equal(count, 1);
});

test('what was passed on for another process is refused, whoever it is sent to', async (t) => {
  const handled: string[] = [];
  const handle: Handle = (request) => {
    handled.push(request.target);
    return answer(request);
  };
  const anywhere = async () => leaderAt('http://127.0.0.1:1');
  for (const isLeading of [true, false]) {
    const url = await process(t, { isLeading, leader: anywhere }, handle);
    const response = await fetch(`${url}/x`, {
      method: 'PUT',
      headers: {
        'x-berth-passed-on': 'guessed',
        'x-berth-request-id': 'req-mine',
        'x-berth-origin': 'http://evil.example',
      },
      body: '{}',
    });
    assert.equal(response.status, 421);
    assert.doesNotMatch(await response.text(), /req-mine|evil/);
  }
  assert.deepEqual(handled, []);
});

/** A process that follows a leader whose address is its own, and how many requests came to it. */
async function reachingItself(t: TestContext, patienceMs: number) {
  let arrived = 0;
  let url = '';
  const complaints: string[] = [];
  const follows: ServingMember = {
    isLeading: false,
    ready: () => Promise.resolve(),
    settled,
    leader: async () => leaderAt(url),
  };
  const inside = inCluster(answer, follows, {
    secret: 'my own secret',
    patienceMs,
    onUnreachable: ({ name }, reason) => complaints.push(`${name}: ${String(reason)}`),
  });
  url = await servedAt(t, (request) => {
    arrived++;
    return inside(request);
  });
  return { url, arrived: () => arrived, complaints };
}

test('a write that comes back to who has passed it on is passed on no further', async (t) => {
  const { url, arrived, complaints } = await reachingItself(t, 600);
  const response = await fetch(`${url}/x`, { method: 'PUT', body: '{}' });
  assert.equal(response.status, 503);
  assert.match(await response.text(), /cannot be reached at the moment. Nothing was written/);
  assert.equal(arrived(), 2);
  await sleep(300);
  assert.equal(arrived(), 2, 'nothing goes on after the answer');
  assert.deepEqual(complaints, ['the leader: Error: another process answers']);
});

test('when the client has gone, its write is not tried any more', async () => {
  let lookups = 0;
  const connection = { destroyed: false };
  const nowhere = leaderAt(`http://127.0.0.1:${await freePort()}`);
  const follows: ServingMember = {
    isLeading: false,
    ready: () => Promise.resolve(),
    settled,
    leader: async () => {
      lookups++;
      if (lookups === 2) connection.destroyed = true;
      return nowhere;
    },
  };
  const handle = inCluster(answer, follows, { secret: 's', patienceMs: 60_000 });
  assert.equal((await handle({ ...put, connection })).status, 503);
  assert.equal(lookups, 2);
});

test('who has just come to lead is waited for by what is passed on to it', async (t) => {
  const change = Promise.withResolvers<void>();
  let isLeading = false;
  const about: ServingMember = {
    get isLeading() {
      return isLeading;
    },
    ready: () => undefined,
    leader: async () => null,
    settled: () => change.promise,
  };
  const url = await servedAt(t, inCluster(answer, about, { secret: leaderSecret, patienceMs: 3000 }));
  const { handle } = follower(leaderAt(url));
  const answered = handle(put);
  setTimeout(() => {
    isLeading = true;
    change.resolve();
  }, 100);
  assert.equal((await answered).status, 201);
});

test('a follower reads no body before it knows who asks', async () => {
  const member: ServingMember = {
    isLeading: false,
    ready: () => undefined,
    leader: async () => null,
    settled,
  };
  const refused: ApiResponse = { status: 401, headers: {}, body: null };
  const handle = inCluster(answer, member, {
    secret: 's',
    patienceMs: 1,
    refuseStrangers: async ({ headers }) => (headers['x-auth-token'] === undefined ? refused : null),
  });
  const read = () => Promise.reject(new Error('it was read'));
  assert.equal((await handle({ ...put, headers: {}, body: { length: 9, read } })).status, 401);
  await assert.rejects(async () => handle({ ...put, body: { length: 9, read } }), /it was read/);
});

test('a leader that takes nothing from others is no reason for a fault', async () => {
  const { handle } = follower({ ...leaderAt(''), address: null, secret: null, name: 'an import' });
  const { status, body } = await handle(put);
  assert.equal(status, 503);
  assert.match(textOf(body), /Another program has the ledger to itself/);
});

test('what tells the leader something is sent there first, and read here if the leader has nothing to say', async (t) => {
  for (const status of [204, 200, 403]) {
    const asked: string[] = [];
    const leaderAt = await process(t, {}, ({ target }) => {
      asked.push(`leader ${target}`);
      return { status, headers: {}, body: null };
    });
    const leader: Leader = {
      name: 'l',
      address: leaderAt,
      secret: leaderSecret,
      epoch: 1,
      remainingMs: 60_000,
    };
    const member: ServingMember = {
      isLeading: false,
      ready: () => undefined,
      leader: async () => leader,
      settled,
    };
    const handle = inCluster(
      ({ target }) => {
        asked.push(`here ${target}`);
        return { status: 200, headers: {}, body: null };
      },
      member,
      {
        secret: 'other',
        patienceMs: 3000,
        toldLeader: (request) => (request.target === '/wait' ? { ...request, target: '/told' } : null),
      },
    );
    const answered = await handle({ ...get, target: '/wait' });
    assert.equal(answered.status, status === 204 ? 200 : status);
    assert.deepEqual(asked.splice(0), status === 204 ? ['leader /told', 'here /wait'] : ['leader /told']);
    await handle({ ...get, target: '/other' });
    assert.deepEqual(asked, ['here /other']);
  }
});
