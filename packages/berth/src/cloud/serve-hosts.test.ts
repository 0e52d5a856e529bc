import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import {
  getHostServers,
  getOrders,
  getServerFates,
  postReports,
  putHost,
} from '@berth/client/compute/hosts.ts';
import type { NodeFacts } from '@berth/client/compute/records.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { ServiceRequest, Transport } from '@berth/client/transport.ts';
import { someOrder } from '@berth/compute-engine/testing/some-order.ts';
import { serverNamed } from '@berth/compute-engine/testing/server-named.ts';
import { consumerId, id } from '@berth/engine/testing/names.ts';
import { changeableCloud } from '../testing/changeable-cloud.ts';
import type { CloudChange } from './stored-cloud.ts';

const facts = (name: string): NodeFacts => ({
  uuid: id(name),
  name,
  hypervisor: { type: 'fake', version: 1000 },
  address: '127.0.0.1',
  vcpus: 16,
  memoryMb: 1024,
  diskGb: 10,
  cpuInfo: '{}',
  guests: [['x86_64', 'fake', 'hvm']],
});

const order = (
  number: number,
  server: string,
  change: Parameters<typeof someOrder>[2] = {},
): CloudChange => ({
  kind: 'order-set',
  thing: someOrder(number, server, change),
});

const server = (name: string, change: Parameters<typeof serverNamed>[1] = {}): CloudChange => ({
  kind: 'server-set',
  thing: serverNamed(name, change),
});

const asked = { held: [], limit: 10, wait: 0 };

/** A cloud with host1 registered by its agent `a`. */
async function withHost(t: TestContext, options: Parameters<typeof changeableCloud>[0] = {}) {
  const cloud = await changeableCloud(options);
  t.after(() => cloud.close());
  const transport = cloud.transport('host1:service:host');
  const name = { host: 'host1', agent: 'a' };
  await putHost(transport, name, [facts('host1')]);
  return { cloud, transport, name };
}

async function statusOf(asking: Promise<unknown>): Promise<number> {
  try {
    await asking;
    return 200;
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    return error.status;
  }
}

async function statusAt(transport: Transport, request: ServiceRequest): Promise<number> {
  return (await transport.send({ version: '1.39', ...request })).status;
}

describe('the agent of a host', () => {
  test('is given what is to be done, with what it takes, and not again what it has', async (t) => {
    const { cloud, transport, name } = await withHost(t);
    await cloud.put(
      server('vm1', { key: { name: 'mine', publicKey: 'ssh-rsa AAAA' }, taskState: 'rebooting' }),
      server('vm2', { number: 2, taskState: 'deleting' }),
      order(1, 'vm1', { work: { kind: 'reboot', isHard: true } }),
      order(2, 'vm1', { work: { kind: 'destroy' } }),
      order(3, 'vm2', { work: { kind: 'destroy' } }),
    );
    const [first, second, ...none] = await getOrders(transport, name, asked);
    assert.deepEqual([first?.number, second?.number, none], [1, 3, []]);
    assert.deepEqual(first?.work, {
      kind: 'reboot',
      isHard: true,
      preservesEphemeral: false,
      endsOff: false,
      imageId: null,
      to: null,
      isRunning: false,
      isPaused: false,
      needsPassword: false,
      hasSharedDisks: null,
      sendsDisks: null,
      mayOvercommitDisks: false,
    });
    assert.deepEqual(first?.machine.key, { name: 'mine', publicKey: 'ssh-rsa AAAA' });
    assert.deepEqual([first?.machine.id, first?.machine.flavor.memoryMb], [consumerId('vm1'), 512]);
    const held = await getOrders(transport, name, { ...asked, held: [1] });
    assert.deepEqual(
      held.map(({ number }) => number),
      [3],
    );
    assert.equal((await getOrders(transport, name, { ...asked, limit: 1 })).length, 1);
    assert.deepEqual(await getOrders(transport, name, { ...asked, limit: 0 }), []);
  });

  test('waits until something is to be done, or its time is up', async (t) => {
    const { cloud, transport, name } = await withHost(t);
    assert.deepEqual(await getOrders(transport, name, asked), []);
    const waiting = getOrders(transport, name, { ...asked, wait: 60 });
    await turn();
    await cloud.put(server('vm1', { taskState: 'powering-off' }), order(1, 'vm1'));
    assert.deepEqual(
      (await waiting).map(({ number }) => number),
      [1],
    );
    // What it has already does not end the wait.
    assert.deepEqual(await getOrders(transport, name, { ...asked, held: [1], wait: 1 }), []);
  });

  test('ends its wait when it hangs up, and when it asks anew', async (t) => {
    const { transport, name } = await withHost(t);
    const stop = new AbortController();
    const waiting = getOrders(transport, name, { ...asked, wait: 60, signal: stop.signal });
    await turn();
    stop.abort();
    await assert.rejects(waiting, /no answer was waited for/);
    const first = getOrders(transport, name, { ...asked, wait: 60 });
    await turn();
    const second = getOrders(transport, name, { ...asked, wait: 1 });
    assert.deepEqual([await first, await second], [[], []]);
  });

  test('says what became of orders: twice, late, or of what was never there, nothing happens', async (t) => {
    const { cloud, transport, name } = await withHost(t);
    const { compute } = cloud.world;
    await cloud.put(
      server('vm1', { taskState: 'powering-off' }),
      order(1, 'vm1'),
      order(2, 'vm1', { work: { kind: 'start' } }),
    );
    const { id: first } = someOrder(1, 'vm1');
    const report = async (kind: 'begun' | 'done', of: string) => {
      const outcomes = [{ order: of, outcome: { kind } }];
      return [...(await postReports(transport, name, { outcomes, power: [] })).keys()];
    };
    assert.deepEqual(await report('begun', first), [first]);
    assert.deepEqual(await report('begun', first), [first]);
    assert.ok((compute.orders.get(first)?.startedAt ?? null) !== null);
    assert.deepEqual(await report('done', first), []);
    assert.equal(compute.orders.has(first), false);
    const before = compute.servers.get(consumerId('vm1'));
    assert.deepEqual(await report('done', first), []);
    assert.deepEqual(await report('begun', first), []);
    assert.deepEqual(await report('done', 'never'), []);
    assert.equal(compute.servers.get(consumerId('vm1')), before);
    // Of a server that is not there any more.
    await cloud.put(
      { kind: 'order-removed', id: someOrder(2, 'vm1').id, rowKey: 'x' },
      server('vm1', { deletedAt: 5, vmState: 'deleted', place: null }),
    );
    assert.deepEqual(await report('done', someOrder(2, 'vm1').id), []);
  });

  test('does not say what became of the orders of another host', async (t) => {
    const { cloud, transport, name } = await withHost(t);
    await cloud.put(server('vm1', { taskState: 'powering-off' }), order(1, 'vm1', { host: 'host2' }));
    const outcomes = [{ order: someOrder(1, 'vm1').id, outcome: { kind: 'done' } as const }];
    assert.equal((await postReports(transport, name, { outcomes, power: [] })).size, 0);
    assert.equal(cloud.world.compute.orders.size, 1);
  });

  test('is told what should be on its host, page by page, and what became of what is there besides', async (t) => {
    const { cloud, transport, name } = await withHost(t);
    const many = Array.from({ length: 501 }, (_, index) => server(`vm${index}`, { number: index + 1 }));
    const elsewhere = { host: 'host2', nodeId: id('host2'), nodeName: 'host2', zone: 'nova' };
    await cloud.put(
      ...many,
      server('gone', { number: 900, deletedAt: 5, vmState: 'deleted' }),
      server('moved', { number: 901, place: elsewhere }),
      order(1, 'vm0'),
    );
    const first = await getHostServers(transport, name, 0);
    assert.deepEqual(
      [first.length, first[0]],
      [
        500,
        {
          id: consumerId('vm0'),
          fate: 'here',
          number: 1,
          vmState: 'active',
          powerState: 'running',
          isBusy: true,
        },
      ],
    );
    const last = await getHostServers(transport, name, 500);
    assert.deepEqual(
      last.map(({ id: each }) => each),
      [consumerId('vm500')],
    );
    assert.deepEqual(await getHostServers(transport, name, 501), []);
    const names = ['vm1', 'gone', 'moved', 'strange'];
    const fates = await getServerFates(transport, name, names.map(consumerId));
    assert.deepEqual(
      fates.map(({ fate }) => fate),
      ['here', 'deleted', 'elsewhere', 'unknown'],
    );
  });

  test('has to say who it is first, and again when it was forgotten', async (t) => {
    const cloud = await changeableCloud();
    t.after(() => cloud.close());
    const transport = cloud.transport('host1:service:host');
    assert.equal(await statusOf(getOrders(transport, { host: 'host1', agent: 'a' }, asked)), 404);
  });
});

test('the second agent of a host is told so, until the first is gone', async (t) => {
  const clock = { now: 1_000_000 };
  const { transport, name } = await withHost(t, { now: () => clock.now, clock: () => clock.now });
  const other = { host: 'host1', agent: 'b' };
  const stop = new AbortController();
  const waiting = getOrders(transport, name, { ...asked, wait: 60, signal: stop.signal });
  await turn();
  clock.now += 60_000;
  for (const asking of [
    putHost(transport, other, [facts('host1')]),
    getOrders(transport, other, asked),
    postReports(transport, other, { outcomes: [], power: [] }),
    getHostServers(transport, other, 0),
  ]) {
    assert.equal(await statusOf(asking), 409);
  }
  stop.abort();
  await assert.rejects(waiting);
  await turn();
  assert.deepEqual(await getOrders(transport, other, asked), []);
  assert.equal(await statusOf(getOrders(transport, name, asked)), 409);
});

test('who comes and goes is written, and nothing else', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const clock = { now: 1_000_000 };
  const ended = new AbortController();
  t.after(() => ended.abort());
  const { cloud, transport, name } = await withHost(t, {
    now: () => clock.now,
    clock: () => clock.now,
    leadership: { isLeading: () => true, ended: ended.signal },
  });
  const { services } = cloud.world.compute;
  const look = async () => {
    t.mock.timers.tick(10_000);
    await turn();
    await turn();
  };
  const before = services.ofHost('host1');
  for (let second = 0; second < 120; second += 30) {
    await getOrders(transport, name, asked);
    clock.now += 30_000;
    await look();
  }
  assert.equal(services.ofHost('host1'), before);
  clock.now += 60_000;
  await look();
  assert.deepEqual([services.ofHost('host1')?.isUp, services.ofHost('host1')?.seenAt], [false, 1_090_000]);
  await getOrders(transport, name, asked);
  assert.equal(services.ofHost('host1')?.isUp, true);
});

describe('an agent acts for its own host only', () => {
  test('so what it asks for another is refused, and so is whoever is no agent', async (t) => {
    const { cloud, name } = await withHost(t);
    for (const token of [
      'host2:service:host',
      'host1:service:service',
      'host1:project',
      'host1:service:reader',
    ]) {
      const transport = cloud.transport(token);
      for (const asking of [
        putHost(transport, name, [facts('host1')]),
        getOrders(transport, name, asked),
        postReports(transport, name, { outcomes: [], power: [] }),
        getHostServers(transport, name, 0),
      ]) {
        assert.equal(await statusOf(asking), 403, token);
      }
    }
    assert.deepEqual(await getOrders(cloud.transport('admin'), name, asked), []);
  });

  test('and writes the trees of its own nodes in Placement, and no others', async (t) => {
    const { cloud, transport } = await withHost(t);
    const other = cloud.transport('host2:service:host');
    await putHost(other, { host: 'host2', agent: 'z' }, [facts('host2')]);
    const post = (body: object) => ({ method: 'POST', path: '/resource_providers', body }) as const;
    const root = post({ uuid: id('host1'), name: 'host1' });
    assert.equal(await statusAt(other, root), 403);
    assert.equal(await statusAt(transport, root), 200);
    const child = post({ uuid: id('numa'), name: 'numa', parent_provider_uuid: id('host1') });
    assert.equal(await statusAt(other, child), 403);
    assert.equal(await statusAt(transport, child), 200);
    assert.equal(
      await statusAt(transport, post({ uuid: id('mine'), name: 'mine' })),
      403,
      'a root that is no node',
    );
    assert.equal(await statusAt(other, post({ uuid: id('host2'), name: 'host2' })), 200);

    const inventories = {
      resource_provider_generation: 0,
      inventories: { VCPU: { total: 8 } },
    };
    for (const name of ['host1', 'numa']) {
      const path = `/resource_providers/${id(name)}`;
      const put = (below: string, body: object) =>
        ({ method: 'PUT', path: `${path}${below}`, body }) as const;
      const writes: readonly ServiceRequest[] = [
        put('/inventories', inventories),
        put('/traits', { resource_provider_generation: 1, traits: ['HW_CPU_X86_AVX2'] }),
        put('/aggregates', { resource_provider_generation: 2, aggregates: [] }),
        put('', { name }),
      ];
      for (const request of writes) {
        assert.equal(await statusAt(other, request), 403, request.path);
        assert.equal(await statusAt(transport, request), 200, request.path);
      }
      assert.equal(await statusAt(other, { method: 'DELETE', path }), 403);
    }
    // Nor is another's tree taken over by hanging one's own below it.
    const stolen = { name: 'numa', parent_provider_uuid: id('host2') };
    assert.equal(
      await statusAt(transport, { method: 'PUT', path: `/resource_providers/${id('numa')}`, body: stolen }),
      403,
    );
    assert.equal(
      await statusAt(transport, { method: 'DELETE', path: `/resource_providers/${id('numa')}` }),
      204,
    );
  });

  test('and moves what consumers hold of its own inventory alone', async (t) => {
    const { cloud, transport } = await withHost(t);
    const admin = cloud.transport('admin');
    const send = async (sender: Transport, method: 'POST' | 'PUT', path: string, body: object) =>
      await statusAt(sender, { method, path, body });
    for (const name of ['host1', 'pool']) {
      await send(admin, 'POST', '/resource_providers', { uuid: id(name), name });
      const inventories = { [name === 'pool' ? 'DISK_GB' : 'VCPU']: { total: 8 } };
      await send(admin, 'PUT', `/resource_providers/${id(name)}/inventories`, {
        resource_provider_generation: 0,
        inventories,
      });
    }
    const claim = (vcpus: number, disk: number, generation: number | null) => ({
      allocations: {
        ...(vcpus === 0 ? {} : { [id('host1')]: { resources: { VCPU: vcpus } } }),
        [id('pool')]: { resources: { DISK_GB: disk } },
      },
      project_id: 'project',
      user_id: 'user',
      consumer_generation: generation,
      consumer_type: 'INSTANCE',
    });
    assert.equal(await send(admin, 'PUT', `/allocations/${consumerId('vm1')}`, claim(2, 3, null)), 204);
    assert.equal(await send(admin, 'PUT', `/allocations/${consumerId('vm2')}`, claim(0, 1, null)), 204);
    const reshape = (held: Record<string, object>, provider = 'host1') => ({
      inventories: {
        [id(provider)]: { resource_provider_generation: 1, inventories: { VCPU: { total: 8 } } },
      },
      allocations: held,
    });
    const vm1 = consumerId('vm1');
    assert.equal(await send(transport, 'POST', '/reshaper', reshape({ [vm1]: claim(2, 4, 1) })), 403);
    assert.equal(
      await send(transport, 'POST', '/reshaper', reshape({ [consumerId('vm2')]: claim(0, 1, 1) })),
      403,
    );
    assert.equal(await send(transport, 'POST', '/reshaper', reshape({}, 'pool')), 403);
    assert.equal(await send(transport, 'PUT', `/allocations/${vm1}`, claim(1, 3, 1)), 403);
    // The root has been claimed from since.
    const own = reshape({ [vm1]: claim(2, 3, 1) });
    const generation = cloud.world.placement.providers.get(id('host1'))?.generation;
    Object.assign(own.inventories[id('host1')] ?? assert.fail(), {
      resource_provider_generation: generation,
    });
    const stolen = { ...own, allocations: { [vm1]: { ...claim(2, 3, 1), project_id: 'mine' } } };
    assert.equal(await send(transport, 'POST', '/reshaper', stolen), 403, 'whose it is stays');
    assert.equal(await send(transport, 'POST', '/reshaper', own), 204);
  });

  test('and sees who holds something of its own trees, and of no others', async (t) => {
    const { cloud, transport } = await withHost(t);
    const admin = cloud.transport('admin');
    for (const name of ['host1', 'pool']) {
      await admin.send({ method: 'POST', path: '/resource_providers', body: { uuid: id(name), name } });
    }
    const statusOfGet = (path: string) => statusAt(transport, { method: 'GET', path });
    for (const below of ['', '/inventories', '/traits', '/aggregates', '/usages']) {
      assert.equal(await statusOfGet(`/resource_providers/${id('pool')}${below}`), 200, below);
    }
    for (const [name, status] of [
      ['host1', 200],
      ['pool', 403],
    ] as const) {
      assert.equal(await statusOfGet(`/resource_providers/${id(name)}/allocations`), status);
      assert.equal(await statusOfGet(`/berth/v1/provider_trees/${id(name)}?allocations=true`), status);
      assert.equal(await statusOfGet(`/berth/v1/provider_trees/${id(name)}`), 200);
    }
    assert.equal(await statusOfGet(`/resource_providers/${id('pool')}/%61llocations`), 403);
  });

  test('and adds classes, but gives none that there is another name', async (t) => {
    const { transport } = await withHost(t);
    const path = '/resource_classes/CUSTOM_A';
    assert.equal(await statusAt(transport, { method: 'PUT', path, version: '1.7' }), 201);
    const renamed = { method: 'PUT', path, version: '1.6', body: { name: 'CUSTOM_B' } } as const;
    assert.equal(await statusAt(transport, renamed), 403);
  });

  test('and does not take the place of a node that another host has told of', async (t) => {
    const { cloud, transport } = await withHost(t);
    const other = cloud.transport('host2:service:host');
    await putHost(other, { host: 'host2', agent: 'z' }, [facts('host2')]);
    const post = (body: object) => ({ method: 'POST', path: '/resource_providers', body }) as const;
    assert.equal(await statusAt(transport, post({ uuid: id('host1'), name: 'host1' })), 200);
    const squatting = post({ uuid: id('host2'), name: 'x', parent_provider_uuid: id('host1') });
    assert.equal(await statusAt(transport, squatting), 403);
    assert.equal(await statusAt(other, post({ uuid: id('host2'), name: 'host2' })), 200);
  });
});

test('what makes no sense is refused with a sentence', async (t) => {
  const { transport } = await withHost(t);
  const base = '/berth/v1/hosts/host1';
  const bad: readonly ServiceRequest[] = [
    { method: 'GET', path: `${base}/orders` },
    { method: 'GET', path: `${base}/orders?agent=a&wait=61` },
    { method: 'GET', path: `${base}/orders?agent=a&wait=-1` },
    { method: 'GET', path: `${base}/orders?agent=a&limit=101` },
    { method: 'GET', path: `${base}/orders?agent=a&held=1,,2` },
    { method: 'GET', path: `${base}/orders?agent=a&held=${Array.from({ length: 1_001 }, () => 1).join()}` },
    { method: 'GET', path: `${base}/orders?agent=a&more=1` },
    { method: 'GET', path: `${base}/servers?agent=a&after=x` },
    { method: 'GET', path: `${base}/servers?agent=a${'&id=1'.repeat(101)}` },
    { method: 'PUT', path: `${base}?agent=a`, body: {} },
    { method: 'PUT', path: `${base}?agent=a`, body: { nodes: [] } },
    { method: 'PUT', path: `${base}?agent=a`, body: { nodes: [{}] } },
    { method: 'PUT', path: `${base}?agent=${'a'.repeat(65)}`, body: { nodes: [] } },
    { method: 'POST', path: `${base}/reports?agent=a`, body: [] },
    {
      method: 'POST',
      path: `${base}/reports?agent=a`,
      body: { outcomes: [{ order: 'x', outcome: 'lost' }] },
    },
    {
      method: 'POST',
      path: `${base}/reports?agent=a`,
      body: { power_states: [{ server: 'x', state: 'on' }] },
    },
  ];
  for (const request of bad) {
    const { status, json } = await transport.send(request);
    assert.equal(status, 400, `${request.method} ${request.path.slice(0, 80)}`);
    assert.ok(((json as { errors: { detail: string }[] }).errors[0]?.detail ?? '').length > 10);
  }
  assert.equal(await statusAt(transport, { method: 'GET', path: '/berth/v1/hosts/host1/nothing' }), 404);
  const anonymous = await transport.send({ method: 'DELETE', path: base });
  assert.ok([404, 405].includes(anonymous.status));
});

test('the root of a node is in the aggregates of its host as soon as there is one', async (t) => {
  const { cloud, transport } = await withHost(t);
  const admin = cloud.transport('admin');
  const post = async (path: string, body: unknown) => {
    const request = { method: 'POST', path: `/compute/v2.1${path}`, version: '2.1', body } as const;
    const { status } = await admin.send(request);
    assert.equal(status, 200);
  };
  await post('/os-aggregates', { aggregate: { name: 'rack1' } });
  await post('/os-aggregates/1/action', { add_host: { host: 'host1' } });
  const body = { name: 'host1', uuid: id('host1') };
  assert.equal(await statusAt(transport, { method: 'POST', path: '/resource_providers', body }), 200);
  const root = cloud.world.placement.providers.get(id('host1'));
  const [aggregate] = cloud.world.compute.hostAggregates.values();
  assert.deepEqual([[...(root?.aggregates ?? [])], root?.generation], [[aggregate?.id], 0]);
});
