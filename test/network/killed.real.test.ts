import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { hasNeutron, realNeutron } from '@berth/compute/testing/neutron/real-neutron.ts';
import { type Passing, wayTo } from '@berth/compute/testing/neutron/way-to.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { type BerthProcess, berthCommand, startBerth } from '../malformed/berth-process.ts';

const imageId = '11111111-1111-4111-8111-111111111111';
const project = 'aa';
const waitMs = 600_000;

/**
 * The service is killed before and after each write at the network service, in the life of one server: with a port that is made for it and
 * one that it was given. Each time it is started again and goes on by itself.
 */
test('whenever the service is killed, ports are made once, and all of them are given back', {
  timeout: 1_200_000,
}, async (t) => {
  if (!hasNeutron(t)) return;
  const neutron = await realNeutron();
  t.after(() => neutron[Symbol.asyncDispose]());
  const net = await neutron.network('net', project);
  const made = { port: { network_id: net, tenant_id: project } };
  const given = (await neutron.ask('POST /ports', made)).port.id as string;
  const way = await deadlyWay(t, neutron.url);
  const berth = await keptAlive(t, way.url);
  way.onDeath = () => berth.killed();

  const flavor = { id: '1', name: 'tiny', ram: 64, vcpus: 1, disk: 1 };
  await berth.ask('POST /flavors', { flavor }, 'admin');
  const networks = [{ port: given }, { uuid: net, tag: 'front' }];
  const asked = { name: 'web', flavorRef: '1', imageRef: imageId, networks };
  way.deaths.push('PUT before', 'PUT after', 'POST before', 'POST after');
  const { id } = (await berth.ask('POST /servers', { server: asked })).server;
  const portsOf = async () => (await neutron.ask(`GET /ports?device_id=${id}`)).ports as readonly Port[];

  const server = await berth.until(id, (shown) => shown.status === 'ACTIVE');
  assert.equal(way.deaths.length, 0, 'it was killed each time');
  const ports = await portsOf();
  assert.equal(ports.length, 2);
  assert.ok(ports.some((port) => port.id === given));
  const shown = Object.values(server.addresses).flat();
  assert.deepEqual(
    new Set(shown.map((each) => `${each['addr']} ${each['OS-EXT-IPS-MAC:mac_addr']}`)),
    new Set(ports.map(({ fixed_ips: [fixed], mac_address }) => `${fixed?.ip_address} ${mac_address}`)),
  );
  for (const port of ports) {
    assert.equal(port['binding:host_id'], server['OS-EXT-SRV-ATTR:host']);
    assert.equal(port.device_owner, 'compute:nova');
  }
  await berth.stopAndCheck();

  await berth.start();
  way.deaths.push('PUT before', 'PUT after', 'DELETE before', 'DELETE after');
  await berth.ask(`DELETE /servers/${id}`);
  await berth.until(id, () => false);
  assert.deepEqual(way.deaths, [], 'it was killed each time');
  assert.deepEqual(await portsOf(), []);
  assert.equal((await neutron.ask(`GET /ports/${given}`)).port.device_id, '');
});

interface Port {
  readonly id: string;
  readonly mac_address: string;
  readonly fixed_ips: readonly { readonly ip_address: string }[];
  readonly device_owner: string;
  readonly 'binding:host_id': string;
}

type Death = `${'PUT' | 'POST' | 'DELETE'} ${'before' | 'after'}`;

/** A way to the network service on which the asker dies: before or after the next write of a kind was done there. */
async function deadlyWay(t: TestContext, target: string) {
  const way = { url: '', deaths: [] as Death[], onDeath: async () => {} };
  // Each kind in its order; in which order the kinds come is the service's to say.
  const dies = async (method: string | undefined, when: 'before' | 'after'): Promise<Passing> => {
    const place = way.deaths.findIndex((each) => each.startsWith(`${method} `));
    if (place < 0 || way.deaths[place]?.endsWith(when) !== true) return 'on';
    way.deaths.splice(place, 1);
    await way.onDeath();
    return 'no further';
  };
  way.url = await wayTo(t, target, {
    before: ({ method }) => dies(method, 'before'),
    after: ({ method }) => dies(method, 'after'),
  });
  return way;
}

/** A service with a few hosts, that is started again whenever it was killed. */
async function keptAlive(t: TestContext, networkUrl: string) {
  const directory = temporaryDirectory(t);
  const images = join(directory, 'images');
  mkdirSync(images);
  const image = { id: imageId, name: 'image', status: 'active', min_ram: 0, min_disk: 0, size: 1 };
  writeFileSync(join(images, `${imageId}.json`), JSON.stringify(image));
  const ledger = join(directory, 'berth.db');
  const args = ['--auth-strategy', 'named', '--fake-hosts', '2', '--image-directory', images];
  const config = join(directory, 'berth.yaml');
  writeFileSync(config, 'compute:\n  network_token: admin\n');
  const network = ['--config', config, '--network-url', networkUrl, '--network-timeout', '60s'];
  const port = await freePort();
  const begin = () => startBerth({ ledger, port, args: [...args, ...network] });
  let berth: BerthProcess = await begin();
  t.after(() => berth.kill());

  const send = async (request: string, body?: unknown, token = `ann:${project}:admin`) => {
    const [method = '', path = ''] = request.split(' ');
    return await fetch(`http://127.0.0.1:${port}/compute/v2.1${path}`, {
      method,
      headers: {
        'x-auth-token': token,
        'openstack-api-version': 'compute 2.90',
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  return {
    killed: async () => {
      await berth.kill();
      berth = await begin();
    },
    start: async () => {
      berth = await begin();
    },
    /** Fails where `berth status` finds something wrong with the ledger. */
    stopAndCheck: async () => {
      await berth.stop();
      const { status, stdout, stderr } = spawnSync(berthCommand, ['status', '--ledger', ledger], {
        encoding: 'utf8',
      });
      assert.equal(status, 0, `${stdout}${stderr}`);
    },
    // What an answer has in it, each request knows for itself.
    // oxlint-disable-next-line no-explicit-any
    ask: async (request: string, body?: unknown, token?: string): Promise<any> => {
      const response = await send(request, body, token);
      const text = await response.text();
      assert.ok(response.ok, `${request}: ${response.status} ${text}`);
      return text === '' ? null : JSON.parse(text);
    },
    /** A server once it is so, or is gone. */
    until: async (id: string, isSo: (server: ShownServer) => boolean): Promise<ShownServer> => {
      for (const endMs = performance.now() + waitMs; performance.now() < endMs; await pause(100)) {
        const response = await send(`GET /servers/${id}`).catch(() => null);
        if (response?.status === 404) return { status: 'gone', addresses: {}, 'OS-EXT-SRV-ATTR:host': null };
        if (response?.status !== 200) continue;
        const { server } = (await response.json()) as { server: ShownServer };
        assert.notEqual(server.status, 'ERROR', JSON.stringify(server));
        if (isSo(server)) return server;
      }
      return assert.fail(`${id} did not come there`);
    },
  };
}

interface ShownServer {
  readonly status: string;
  readonly addresses: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
  readonly 'OS-EXT-SRV-ATTR:host': string | null;
}
