import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { textOf } from '@berth/api-kit/response.ts';
import { loadConfig } from '../config/load-config.ts';
import { createLog } from '../log/log.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { surroundingsOf } from '../serving/surroundings.ts';
import { changeableCloud } from '../testing/changeable-cloud.ts';
import { cloudRules } from './cloud-rules.ts';
import { serveNetwork } from './serve-network.ts';

async function networkOf(t: TestContext, ...args: readonly string[]) {
  const cloud = await changeableCloud({ args: ['--auth-strategy', 'named', ...args] });
  t.after(() => cloud.close());
  return async (request: string, token = 'bob:p1') => {
    const [method = '', path = ''] = request.split(' ');
    const { status, body } = await cloud.handle({
      method,
      target: path.startsWith('/compute') ? path : `/network${path}`,
      headers: token === '' ? {} : { 'x-auth-token': token },
      body: Buffer.from(''),
      origin: 'http://cloud',
      remoteAddress: '',
    });
    const text = textOf(body);
    return { status, body: text === '' ? null : JSON.parse(text) };
  };
}

test('whoever has a token sees the one network, which leads nowhere else, with its addresses', async (t) => {
  const ask = await networkOf(t, '--server-network', '10.9.0.0/24', '--server-network-name', 'flat');
  const { body: list } = await ask('GET /v2.0/networks');
  const [network] = list.networks;
  assert.partialDeepStrictEqual(network, {
    name: 'flat',
    status: 'ACTIVE',
    admin_state_up: true,
    shared: true,
    'router:external': false,
  });
  assert.deepEqual((await ask(`GET /v2.0/networks/${network.id}`)).body, { network });
  const { body } = await ask(`GET /v2.0/subnets/${network.subnets[0]}`);
  assert.partialDeepStrictEqual(body.subnet, {
    network_id: network.id,
    cidr: '10.9.0.0/24',
    gateway_ip: '10.9.0.1',
    allocation_pools: [{ start: '10.9.0.2', end: '10.9.0.254' }],
  });
  assert.deepEqual((await ask('GET /v2.0/ports?device_id=x')).body, { ports: [] });
});

test('lists have filters and fields, and paths may end with a slash', async (t) => {
  const ask = await networkOf(t);
  const names = async (query: string) =>
    (await ask(`GET /v2.0/networks/?${query}&fields=name`)).body.networks;
  const all = [{ name: 'private' }];
  for (const query of ['', 'name=private', 'name=x&name=private', 'router:external=False', 'shared=1'])
    assert.deepEqual(await names(query), all, query);
  for (const query of ['name=x', 'router:external=True', 'shared=false', 'name=private&status=DOWN'])
    assert.deepEqual(await names(query), [], query);
  const [{ id }] = (await ask('GET /v2.0/networks')).body.networks;
  assert.deepEqual(await names(`limit=1&marker=${id}`), []);
  const message = "['no', 'such'] is invalid attribute for filtering";
  assert.deepEqual(await ask('GET /v2.0/networks?no=x&such=y'), {
    status: 400,
    body: { NeutronError: { type: 'HTTPBadRequest', message, detail: '' } },
  });
});

test('versions are told to everybody, networks to those with a token; nothing can be changed, and what is not there is not found', async (t) => {
  const ask = await networkOf(t);
  const links = [{ rel: 'self', href: 'http://cloud/network/v2.0/' }];
  assert.deepEqual((await ask('GET /', '')).body, { versions: [{ id: 'v2.0', status: 'CURRENT', links }] });
  assert.equal((await ask('GET ', '')).status, 200);
  assert.equal((await ask('GET /v2.0/networks', '')).status, 401);
  assert.equal((await ask('GET /v2.0/')).body.resources.length, 4);
  assert.equal((await ask('GET /v2.0/extensions/external-net')).status, 200);
  for (const path of ['', '/default'])
    assert.equal((await ask(`GET /v2.0/quotas/p1${path}`)).body.quota.network, 0);
  assert.equal((await ask('POST /v2.0/networks', 'admin')).status, 405);
  assert.equal((await ask('GET /v2.0/routers')).status, 404);
  assert.deepEqual((await ask('GET /v2.0/networks/x')).body, {
    NeutronError: { type: 'NetworkNotFound', message: 'Network x could not be found.', detail: '' },
  });
});

test('where networks are a Neutron, ours is not there', () => {
  const { config } = loadConfig({
    args: ['--auth-strategy', 'named', '--network-url', 'http://neutron:9696'],
    environment: { BERTH_NETWORK_TOKEN: 'admin' },
    readText: () => '',
  });
  const log = createLog({ logLevel: 'silent', logFormat: 'json' }, { write: () => {}, isTerminal: false });
  const around = surroundingsOf(config, cloudRules, log, new EventCounts());
  assert.equal(serveNetwork(around), null);
});
