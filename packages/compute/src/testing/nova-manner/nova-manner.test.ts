import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { nobody } from '@berth/api-kit/caller.ts';
import { Microversions } from '@berth/api-kit/microversions.ts';
import { mount } from '@berth/api-kit/mount.ts';
import { type HttpServer, serveHttp } from '@berth/api-kit/server/http-server.ts';
import { createService, type Handle } from '@berth/api-kit/service.ts';
import { plainDialect } from '@berth/api-kit/testing/plain-dialect.ts';
import { exchanges } from './exchanges.ts';
import { play, send, type Stage, setStage } from './play.ts';
import { serversService } from './servers/servers-service.ts';
import { versions } from './servers/versions.ts';

describe("a service in Nova's manner, on one port with another", () => {
  let server: HttpServer;
  let stage: Stage;

  before(async () => {
    const { renderFailure } = plainDialect(versions);
    server = await serveHttp(
      mount([
        { prefix: '/compute', handle: serversService() },
        { prefix: '', handle: otherService() },
      ]),
      { host: '127.0.0.1', port: 0, renderFailure, log: { info: () => {}, error: () => {} } },
    );
    stage = await setStage(`${server.url}/compute`, versions.newest, 'any');
  });
  after(() => server.close());

  for (const exchange of exchanges) test(exchange.what, () => play(stage, exchange));

  test('does not hear of what is for the other, nor the other of it', async () => {
    const other = await send(server.url, 'GET /servers', { version: '1.0' });
    assert.deepEqual([other.status, other.body, other.headers['version']], [200, 'other', '1.0']);
    assert.equal(other.headers['openstack-api-version'], undefined);
    assert.equal((await send(server.url, 'GET /computer', {})).status, 404);
  });
});

function otherService(): Handle {
  return createService({
    app: null,
    dialect: plainDialect(new Microversions('other', [['1.0', 'The first']])),
    endpoints: [{ route: 'GET /servers', policy: null, run: () => ({ status: 200, body: 'other' }) }],
    authenticate: () => ({ kind: 'caller', caller: nobody }),
    policy: { allows: () => true },
    now: Date.now,
    newRequestId: () => 'req-1',
    toHttpError: () => null,
    onUnavailable: () => {},
    onFault: () => {},
  });
}
