import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobody } from '@berth/api-kit/caller.ts';
import { HttpError } from '@berth/api-kit/http-error.ts';
import { emptyBody } from '@berth/api-kit/request.ts';
import { textOf } from '@berth/api-kit/response.ts';
import { createService } from '@berth/api-kit/service.ts';
import { novaDialect } from './nova-dialect.ts';
import { renderFault } from './render-fault.ts';
import { serversService } from '../../testing/nova-manner/servers/servers-service.ts';
import { versions } from '../../testing/nova-manner/servers/versions.ts';

const at = { origin: 'http://h', remoteAddress: '' };
const token = { 'x-auth-token': 'alice:aa' };

test("a body is read when it is somebody's whom the service knows, for a path that it has, and no stranger's is", async () => {
  const service = serversService();
  const path = '/v2.1/servers';
  for (const [method, target, headers, status, isRead] of [
    ['POST', path, {}, 401, false],
    ['POST', '/v2.1/nothing', token, 404, false],
    ['PUT', path, token, 404, false],
    ['POST', path, { ...token, 'openstack-api-version': 'compute 2.999' }, 406, false],
    ['POST', path, { ...token, 'content-type': 'application/xml' }, 415, false],
    ['GET', path, token, 200, false],
    ['POST', '/v2.1/', {}, 200, false],
    ['POST', path, token, 400, true],
    ['POST', '/v2.1/servers/a/action', {}, 401, false],
    ['POST', '/v2.1/servers/a/action', token, 400, true],
  ] as const) {
    let reads = 0;
    const read = async () => {
      reads++;
      return Buffer.from('{}');
    };
    const answer = await service({ ...at, method, target, headers, body: { length: 2, read } });
    assert.deepEqual([answer.status, reads], [status, isRead ? 1 : 0], `${method} ${target}`);
  }
});

test('what is open is open as it is written, and in no other way', async () => {
  const service = serversService();
  const statusOf = async (target: string) =>
    (await service({ ...at, method: 'GET', target, headers: {}, body: emptyBody })).status;
  for (const target of ['/', '/v2.1', '/v2.1/', '/?a=b']) assert.equal(await statusOf(target), 200, target);
  for (const target of [
    '//v2.1/servers',
    '/%762.1/servers',
    '/v2.1//servers',
    '/v2.1/servers',
    '//v2.1',
    '/x',
  ])
    assert.equal(await statusOf(target), 401, target);
});

test('the rule is asked about what was found, after the input was taken, and the endpoint gets both', async () => {
  const done: unknown[] = [];
  const service = createService({
    app: 'app',
    dialect: novaDialect(versions),
    endpoints: [
      {
        route: 'PUT /things/{id}',
        input: async (json, { app }) => {
          done.push(['input', json, app]);
          return 'input';
        },
        find: ({ params }, input) => {
          done.push(['find', params['id'], input]);
          return { projectId: 'bb' };
        },
        policy: 'rule',
        target: ({ params }, { projectId }: { projectId: string }) => ({
          project_id: projectId,
          thing: params['id'],
        }),
        run: (_context, found, input) => {
          done.push(['run', found, input]);
          return { status: 200 };
        },
      },
    ],
    authenticate: () => ({ kind: 'caller', caller: nobody }),
    policy: { allows: (rule, _caller, target) => done.push([rule, target]) > 0 },
    now: Date.now,
    newRequestId: () => 'req-1',
    toHttpError: () => null,
    onUnavailable: () => {},
    onFault: (thrown) => done.push(thrown),
  });
  await service({ ...at, method: 'PUT', target: '/things/a', headers: {}, body: Buffer.from('[1]') });
  assert.deepEqual(done, [
    ['input', [1], 'app'],
    ['find', 'a', 'input'],
    ['rule', { project_id: 'bb', thing: 'a' }],
    ['run', { projectId: 'bb' }, 'input'],
  ]);
});

test('a large body is read in turns', async () => {
  const service = serversService();
  const create = async (name: string) => {
    const body = Buffer.from(JSON.stringify({ server: { name, flavorRef: 'f1' } }));
    return await service({ ...at, method: 'POST', target: '/v2.1/servers', headers: token, body });
  };
  const { status, body } = await create('a'.repeat(100_000));
  assert.equal(status, 400);
  assert.match(textOf(body), /Invalid input for field\/attribute name\. .* is too long/);
  assert.equal((await create('a')).status, 202);
});

test('half of a surrogate pair in a body is refused', async () => {
  for (const body of ['{"server": {"name": "\\ud800", "flavorRef": "f1"}}', '{"\\uDFFF": null}']) {
    const request = { ...at, method: 'POST', target: '/v2.1/servers', headers: token };
    const { status, body: answer } = await serversService()({ ...request, body: Buffer.from(body) });
    assert.equal(status, 400);
    assert.match(textOf(answer), /Malformed request body/);
  }
});

test('who asks too much is told when to come again, in the body as well', () => {
  const faultOf = (error: HttpError) => JSON.parse(textOf(renderFault(error).body)) as unknown;
  const headers = { 'retry-after': '7' };
  for (const status of [413, 429]) {
    const overLimit = { code: status, message: 'too much', retryAfter: '7' };
    assert.deepEqual(faultOf(new HttpError(status, 'too much', { headers })), { overLimit });
  }
  assert.deepEqual(faultOf(new HttpError(503, 'away', { headers })), {
    serviceUnavailable: { code: 503, message: 'away' },
  });
});

test('what goes wrong before the service is reached is told in its form', () => {
  const { renderFailure } = novaDialect(versions);
  const { status, headers, body } = renderFailure({ status: 431, detail: 'too long' }, 'req-1');
  assert.deepEqual(JSON.parse(textOf(body)), { computeFault: { code: 431, message: 'too long' } });
  assert.deepEqual(
    [status, headers['x-openstack-request-id'], headers['x-compute-request-id']],
    [431, 'req-1', 'req-1'],
  );
});
