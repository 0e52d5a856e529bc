import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceId } from '@berth/compute-engine/ids.ts';
import type { ServerPort } from '@berth/compute-engine/network/server-port.ts';
import { defaultSchedulerSettings } from '@berth/compute-engine/scheduler/settings.ts';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { noLimits } from '@berth/compute-engine/testing/some-server-request.ts';
import { somePort } from '@berth/compute-engine/testing/some-port.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { hasNeutron, realNeutron } from '../testing/neutron/real-neutron.ts';
import { wayTo } from '../testing/neutron/way-to.ts';
import { bearerOf } from './neutron.ts';
import { PortOrderRunner } from './port-order-runner.ts';

const world = 'cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100';
const project = 'project';

/** Servers are called by ids, as Neutron takes them for those of devices. */
const web = '00000000-0000-4000-8000-000000000001';

test('with a real Neutron', { timeout: 900_000 }, async (t) => {
  if (!hasNeutron(t)) return;
  const neutron = await realNeutron();
  t.after(() => neutron[Symbol.asyncDispose]());
  const net = await neutron.network('net', project);
  const portsOf = async (id: string): Promise<readonly Port[]> =>
    (await neutron.ask(`GET /ports?device_id=${id}`)).ports;
  const makePort = async (more: object = {}) =>
    (await neutron.ask('POST /ports', { port: { network_id: net, tenant_id: project, ...more } })).port
      .id as string;
  // The first one takes it long, on a busy machine longer than it is waited for.
  await neutron.ask(`DELETE /ports/${await makePort()}`);
  const create = (cloud: ServerCloud, ...ports: readonly Partial<ServerPort>[]) =>
    cloud.create([web], {
      addresses: [],
      asked: { ports: ports.map((port) => somePort({ networkId: net, ...port })) },
    });

  await t.test('a server gets its ports before it is built, and they go with it', async (t) => {
    const cloud = new ServerCloud(world);
    create(cloud, {}, { address: '10.9.0.50' });
    run(t, cloud, neutron.url);
    await until(() => cloud.ordersOf(web)[0]?.work.kind === 'build');
    const made = await portsOf(web);
    assert.equal(made.length, 2);
    for (const port of made) {
      assert.equal(port.device_owner, 'compute:nova');
      assert.equal(port['binding:host_id'], 'cn1');
      assert.equal(port['binding:vif_type'], 'ovs');
      assert.equal(port.project_id, project);
    }
    const { addresses, ports } = cloud.server(web);
    const byAddress = new Map(made.map((port) => [port.fixed_ips[0]?.ip_address, port]));
    assert.equal(addresses[1]?.address, '10.9.0.50');
    assert.deepEqual(
      addresses.map(({ network, version, address, mac }) => ({ network, version, mac, address })),
      addresses.map(({ address }) => {
        return { network: 'net', version: 4, mac: byAddress.get(address)?.mac_address, address };
      }),
    );
    assert.ok(ports.every(({ id }) => made.some((port) => port.id === id)));
    cloud.report(web, { kind: 'begun' });
    cloud.report(web, { kind: 'done' });
    assert.equal(cloud.stateOf(web), 'active - running');
    cloud.delete(web);
    cloud.report(web, { kind: 'done' });
    assert.equal(cloud.stateOf(web), 'active deleting none');
    await until(() => cloud.server(web).deletedAt !== null);
    assert.deepEqual(await portsOf(web), []);
    assert.deepEqual(cloud.held(web), {});
  });

  await t.test('a port that was there before is let go of, and is there afterwards', async (t) => {
    const cloud = new ServerCloud(world);
    const given = await makePort();
    create(cloud, { id: given, isGiven: true }, {});
    run(t, cloud, neutron.url);
    await until(() => cloud.ordersOf(web)[0]?.work.kind === 'build');
    assert.equal((await portsOf(web)).length, 2);
    assert.equal(cloud.server(web).ports[0]?.id, given);
    cloud.settle();
    cloud.delete(web);
    cloud.report(web, { kind: 'done' });
    await until(() => cloud.server(web).deletedAt !== null);
    assert.deepEqual(await portsOf(web), []);
    const { port } = await neutron.ask(`GET /ports/${given}`);
    assert.deepEqual([port.device_id, port.device_owner, port['binding:host_id']], ['', '', '']);
  });

  await t.test('what an earlier attempt has made is used, and what was made too often goes', async (t) => {
    const cloud = new ServerCloud(world);
    const left = [];
    for (const address of ['10.9.0.60', '10.9.0.61', '10.9.0.62'])
      left.push(await makePort({ device_id: web, fixed_ips: [{ ip_address: address }] }));
    create(cloud, {}, { address: '10.9.0.61' });
    run(t, cloud, neutron.url);
    await until(() => cloud.ordersOf(web)[0]?.work.kind === 'build');
    const made = await portsOf(web);
    assert.equal(made.length, 2);
    assert.equal(cloud.server(web).ports[1]?.id, left[1]);
    assert.ok(made.every((port) => port['binding:host_id'] === 'cn1'));
    await gone(cloud, portsOf);
  });

  await t.test('what cannot be had ends the building, and nothing is left behind', async (t) => {
    const cloud = new ServerCloud(world);
    create(cloud, {}, { address: '10.99.0.1' });
    run(t, cloud, neutron.url);
    await until(() => cloud.server(web).vmState === 'error' && cloud.server(web).ports.length === 0);
    assert.equal(cloud.stateOf(web), 'error - none');
    assert.match(
      cloud.server(web).fault?.message ?? '',
      /^Build of instance \S+ aborted: Failed to allocate the network\(s\) with error .*, not rescheduling\.$/,
    );
    assert.equal(cloud.server(web).place, null);
    assert.deepEqual(cloud.held(web), {});
    assert.deepEqual(cloud.actionsOf(web), ['create compute__do_build_and_run_instance@cn1:Success']);
    assert.deepEqual(await portsOf(web), []);
    cloud.delete(web);
    assert.notEqual(cloud.server(web).deletedAt, null);
  });

  await t.test('a port that somebody else has taken meanwhile stays theirs', async (t) => {
    const cloud = new ServerCloud(world);
    const given = await makePort({ device_id: 'somebody' });
    create(cloud, { id: given, isGiven: true }, {});
    run(t, cloud, neutron.url);
    await until(() => cloud.server(web).vmState === 'error' && cloud.server(web).ports.length === 0);
    assert.match(cloud.server(web).fault?.message ?? '', /is still in use/);
    assert.equal((await neutron.ask(`GET /ports/${given}`)).port.device_id, 'somebody');
    assert.deepEqual(await portsOf(web), []);
  });

  await t.test('where a port cannot be bound to the host, the server goes to another one', async (t) => {
    // The one with more memory is chosen first.
    const cloud = new ServerCloud(
      'unbindable VCPU:8 MEMORY_MB:8192 DISK_GB:100\ncn1 VCPU:8 MEMORY_MB:4096 DISK_GB:100',
    );
    create(cloud, {});
    assert.equal(cloud.server(web).place?.host, 'unbindable');
    run(t, cloud, neutron.url);
    await until(() => cloud.ordersOf(web)[0]?.work.kind === 'build');
    const [port] = await portsOf(web);
    assert.deepEqual([port?.['binding:host_id'], port?.['binding:vif_type']], ['cn1', 'ovs']);
    await gone(cloud, portsOf);
  });

  await t.test('a host that cannot build it leaves it its ports, for the next host', async (t) => {
    const cloud = new ServerCloud(
      'cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100\ncn2 VCPU:8 MEMORY_MB:4096 DISK_GB:100',
    );
    create(cloud, {});
    run(t, cloud, neutron.url);
    await until(() => cloud.ordersOf(web)[0]?.work.kind === 'build');
    const [before] = await portsOf(web);
    cloud.report(web, { kind: 'failed', message: 'no', details: '' });
    assert.equal(cloud.ordersOf(web)[0]?.work.kind, 'attach-ports');
    await until(() => cloud.ordersOf(web)[0]?.work.kind === 'build');
    const [after] = await portsOf(web);
    assert.equal(after?.id, before?.id);
    assert.equal(after?.['binding:host_id'], 'cn2');
    // The last host says no, too.
    cloud.report(web, { kind: 'failed', message: 'no', details: '' });
    assert.equal(cloud.stateOf(web), 'error - none');
    cloud.delete(web);
    assert.equal(cloud.server(web).deletedAt, null, 'it is there as long as it has ports');
    await until(() => cloud.server(web).deletedAt !== null);
    assert.deepEqual(await portsOf(web), []);
  });

  /** A server that runs on cn1 and has a port, and another host. */
  const running = async (t: TestContext) => {
    const cloud = new ServerCloud(
      'cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100\ncn2 VCPU:8 MEMORY_MB:4096 DISK_GB:100',
    );
    create(cloud, {});
    run(t, cloud, neutron.url);
    await until(() => cloud.ordersOf(web)[0]?.work.kind === 'build');
    cloud.report(web, { kind: 'begun' });
    cloud.report(web, { kind: 'done' });
    const [before] = await portsOf(web);
    assert.equal(before?.['binding:host_id'], 'cn1');
    const boundTo = async () => {
      const ports = await portsOf(web);
      assert.deepEqual(
        ports.map(({ id }) => id),
        [before.id],
        'it keeps its port',
      );
      return [ports[0]?.['binding:host_id'], ports[0]?.['binding:vif_type']];
    };
    const isNext = (kind: string) => until(() => cloud.ordersOf(web)[0]?.work.kind === kind);
    const done = (kind: string) => {
      assert.equal(cloud.ordersOf(web)[0]?.work.kind, kind);
      cloud.report(web, { kind: 'begun' });
      cloud.report(web, { kind: 'done' });
    };
    const down = (host: string, isForcedDown: boolean) =>
      cloud.decide({ kind: 'change-service', id: host as ServiceId, isForcedDown, now: 1_000 });
    return { cloud, boundTo, isNext, done, down };
  };

  await t.test('ports of a server that comes back from its shelf are bound to its new host', async (t) => {
    const { cloud, boundTo, isNext, done, down } = await running(t);
    cloud.shelve(web);
    for (const kind of ['shelve', 'shelve-image', 'offload']) done(kind);
    down('cn1', true);
    cloud.unshelve(web);
    await isNext('unshelve');
    assert.deepEqual(await boundTo(), ['cn2', 'ovs']);
    done('unshelve');
    await gone(cloud, portsOf);
  });

  await t.test('ports of a server that moves are bound to where it goes, and back again', async (t) => {
    const { cloud, boundTo, isNext, done } = await running(t);
    const { id } = cloud.server(web);
    cloud.decide({
      kind: 'move-server',
      id,
      flavor: null,
      host: null,
      mayStay: false,
      by: cloud.by(),
      newIds: { migration: crypto.randomUUID() as ConsumerId, order: cloud.newOrderId() },
      configured: noLimits,
      scheduling: defaultSchedulerSettings,
      now: 1_000,
    });
    for (const kind of ['prepare-move', 'move-out']) done(kind);
    await isNext('finish-move');
    assert.deepEqual(await boundTo(), ['cn2', 'ovs']);
    done('finish-move');
    const by = cloud.by();
    cloud.decide({
      kind: 'revert-move',
      id,
      by,
      newOrderId: cloud.newOrderId(),
      configured: noLimits,
      now: 1_000,
    });
    done('revert-move');
    await isNext('take-back');
    assert.deepEqual(await boundTo(), ['cn1', 'ovs']);
    done('take-back');
    await gone(cloud, portsOf);
  });

  await t.test(
    'ports of a server that is evacuated are bound to its new host before it is made there',
    async (t) => {
      const { cloud, boundTo, isNext, done, down } = await running(t);
      down('cn1', true);
      cloud.decide({
        kind: 'evacuate-server',
        id: cloud.server(web).id,
        host: null,
        isForced: false,
        endsOff: false,
        hasSharedDisks: null,
        hasAskedPassword: false,
        by: cloud.by({ isAdmin: true }),
        newIds: { migration: crypto.randomUUID() as ConsumerId, order: cloud.newOrderId() },
        scheduling: defaultSchedulerSettings,
        now: 1_000,
      });
      await isNext('evacuate');
      assert.deepEqual(await boundTo(), ['cn2', 'ovs']);
      done('evacuate');
      await gone(cloud, portsOf);
    },
  );

  await t.test('whatever answer is lost, ports are made once and deleted', async (t) => {
    for (const lost of [1, 2, 3, 4]) {
      const cloud = new ServerCloud(world);
      const proxy = await losing(t, neutron.url, lost);
      create(cloud, {}, {});
      run(t, cloud, proxy);
      await until(() => cloud.ordersOf(web)[0]?.work.kind === 'build');
      assert.equal((await portsOf(web)).length, 2, `after answer ${lost} was lost`);
      await gone(cloud, portsOf);
    }
  });

  await t.test(
    'where the service stays away the server is in error, and its ports go when it is back',
    async (t) => {
      const cloud = new ServerCloud(world);
      const door = await losing(t, neutron.url, 0);
      create(cloud, {});
      door.isShut = true;
      const troubles = run(t, cloud, door, { attempts: 3 });
      await until(() => cloud.server(web).vmState === 'error');
      assert.ok(troubles.length >= 3);
      assert.match(cloud.server(web).fault?.message ?? '', /The network service answers with 503/);
      cloud.delete(web);
      const before = troubles.length;
      await until(() => troubles.length > before + 2);
      assert.equal(cloud.stateOf(web), 'error deleting none');
      door.isShut = false;
      await until(() => cloud.server(web).deletedAt !== null);
    },
  );

  await t.test('another process goes on with what one has left', async (t) => {
    const cloud = new ServerCloud(world);
    create(cloud, {}, {});
    const first = new AbortController();
    const stuck = await losing(t, neutron.url, 3);
    run(t, cloud, stuck, { ended: first });
    await until(() => stuck.asked >= 3);
    first.abort();
    run(t, cloud, neutron.url);
    await until(() => cloud.ordersOf(web)[0]?.work.kind === 'build');
    assert.equal((await portsOf(web)).length, 2);
    await gone(cloud, portsOf);
  });
});

/** The server is deleted while a runner is at work, and all of it goes. */
async function gone(cloud: ServerCloud, portsOf: (id: string) => Promise<readonly Port[]>): Promise<void> {
  cloud.delete(web);
  if (cloud.ordersOf(web)[0]?.work.kind === 'destroy') cloud.report(web, { kind: 'done' });
  await until(() => cloud.server(web).deletedAt !== null);
  assert.deepEqual(await portsOf(web), []);
}

function run(
  t: TestContext,
  cloud: ServerCloud,
  neutron: string | Door,
  { attempts = 100, ended = new AbortController() } = {},
): unknown[] {
  const troubles: unknown[] = [];
  t.after(() => ended.abort());
  const tellers: (() => void)[] = [];
  const runner = new PortOrderRunner({
    cloud: () => cloud,
    commit: async (command) => {
      cloud.decide(command);
      for (const tell of tellers) tell();
    },
    onNews: (tell) => tellers.push(tell),
    leadership: { isLeading: () => true, ended: ended.signal },
    neutron: { url: typeof neutron === 'string' ? neutron : neutron.url, timeoutMs: 30_000 },
    bearer: bearerOf('admin'),
    atOnce: 2,
    attempts,
    pauseMs: 5,
    pauseMaxMs: 20,
    retries: { buildAttemptsMax: 3, scheduling: defaultSchedulerSettings },
    now: () => 1_000,
    newId: () => crypto.randomUUID(),
    onTrouble: (reason) => void troubles.push(reason),
  });
  // Commands of the test itself tell nobody.
  const timer = setInterval(() => runner.look(), 5);
  t.after(() => clearInterval(timer));
  return troubles;
}

interface Port {
  readonly id: string;
  readonly project_id: string;
  readonly mac_address: string;
  readonly fixed_ips: readonly { readonly ip_address: string }[];
  readonly device_owner: string;
  readonly 'binding:host_id': string;
  readonly 'binding:vif_type': string;
}

interface Door {
  readonly url: string;
  isShut: boolean;
  asked: number;
}

/** A way to a service that can be shut, and on which one answer is lost after the service has given it. */
async function losing(t: TestContext, target: string, lost: number): Promise<Door> {
  const door = { url: '', isShut: false, asked: 0 };
  door.url = await wayTo(t, target, {
    before: (_request, response) => {
      if (!door.isShut) return 'on';
      response.writeHead(503).end('away');
      return 'no further';
    },
    after: ({ socket }) => {
      if (++door.asked !== lost) return 'on';
      socket.destroy();
      return 'no further';
    },
  });
  return door;
}

/** Longer than anything takes, so that it is known which wait had no end. */
const waitsMs = 300_000;

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + waitsMs;
  while (!isSo()) {
    assert.ok(performance.now() < end, `${isSo.toString()} does not come true`);
    await pause(5);
  }
}
