import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { mount } from '@berth/api-kit/mount.ts';
import { type HttpServer, serveHttp } from '@berth/api-kit/server/http-server.ts';
import { exchanges } from '@berth/compute/testing/nova-manner/exchanges.ts';
import { play, send, setStage, type Stage } from '@berth/compute/testing/nova-manner/play.ts';
import { serversService } from '@berth/compute/testing/nova-manner/servers/servers-service.ts';
import { versions as otherVersions } from '@berth/compute/testing/nova-manner/servers/versions.ts';
import { cloud } from '../cloud/cloud.ts';
import { loadConfig } from '../config/load-config.ts';
import { createLog } from '../log/log.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { openCloud } from '../opening/open-cloud.ts';
import type { OpenedCloud } from '../opening/opened-cloud.ts';
import { renderFailure } from './render-failure.ts';

describe('Placement on one port with a service of another dialect', () => {
  let placement: OpenedCloud;
  let server: HttpServer;
  let stage: Stage;

  before(async () => {
    const readText = () => assert.fail('no settings are read from files');
    const { config } = loadConfig({ args: ['--ledger', ':memory:'], environment: {}, readText });
    const log = createLog(config, { write: () => {}, isTerminal: false });
    placement = await openCloud(cloud, config, log, new EventCounts());
    server = await serveHttp(
      mount([
        { prefix: '/placement', handle: placement.handle },
        { prefix: '/compute', handle: serversService() },
      ]),
      { host: '127.0.0.1', port: 0, renderFailure, log },
    );
    stage = await setStage(`${server.url}/compute`, otherVersions.newest, 'any');
  });
  after(async () => {
    await server.close();
    await placement.close();
  });

  const ask = async (request: string, headers: Record<string, string> = {}, body = '') => {
    const named = { 'openstack-api-version': 'placement 1.20, compute 2.9', 'x-auth-token': 'admin' };
    return await send(server.url, request, { ...named, ...headers }, body);
  };

  test('each takes its own version from a header for both, and has its prefix in its links', async () => {
    const made = await ask(
      'POST /placement/resource_providers',
      { 'content-type': 'application/json' },
      JSON.stringify({ name: 'cn1' }),
    );
    const { uuid } = JSON.parse(made.body) as { uuid: string };
    assert.deepEqual(
      [made.status, made.headers['openstack-api-version'], made.headers.vary, made.headers['location']],
      [200, 'placement 1.20', 'openstack-api-version', `${server.url}/placement/resource_providers/${uuid}`],
    );
    const list = await ask('GET /compute/v2.1/servers');
    assert.deepEqual([list.status, list.headers['openstack-api-version']], [200, 'compute 2.9']);
  });

  test('each says no in its own form', async () => {
    const missing = await ask('GET /placement/nothing');
    assert.equal(missing.status, 404);
    assert.deepEqual(Object.keys(JSON.parse(missing.body) as object), ['errors']);
    const other = await ask(`GET /compute/v2.1/servers/${stage.ids.nobodys}`);
    assert.equal(other.status, 404);
    assert.deepEqual(Object.keys(JSON.parse(other.body) as object), ['itemNotFound']);
    const neither = await ask('GET /image/v2');
    assert.deepEqual([neither.status, neither.body], [404, 'There is no service at this path.\n']);
  });

  for (const exchange of exchanges) test(exchange.what, () => play(stage, exchange));
});
