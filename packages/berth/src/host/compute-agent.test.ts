import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transport } from '@berth/client/transport.ts';
import { Unreachable } from '@berth/client/transport.ts';
import type { Order } from '@berth/compute-engine/orders/order.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { someOrder } from '@berth/compute-engine/testing/some-order.ts';
import { serverNamed } from '@berth/compute-engine/testing/server-named.ts';
import { consumerId, id } from '@berth/engine/testing/names.ts';
import { ComputeAgent } from '@berth/host/compute/compute-agent.ts';
import { FakeDriver } from '@berth/host/drivers/fake/fake-driver.ts';
import type { FakeMachine } from '@berth/host/drivers/fake/fake-guests.ts';
import { readFakeHost } from '@berth/host/drivers/fake/fake-host.ts';
import { type ChangeableCloud, changeableCloud } from '../testing/changeable-cloud.ts';

describe('an agent of a compute host', () => {
  test('does what comes, one after the other with each server', async (t) => {
    const { cloud, machines } = await running(t);
    await cloud.put(
      ...put(serverNamed('vm1', { vmState: 'building', taskState: 'scheduling', powerState: 'none' })),
      ...put(serverNamed('vm2', { number: 2, taskState: 'powering-off' })),
      ...orders(someOrder(1, 'vm1', { work: build }), someOrder(2, 'vm2'), someOrder(3, 'vm1')),
    );
    await until(() => cloud.world.compute.orders.size === 0);
    assert.equal(machines.get(consumerId('vm1'))?.powerState, 'shutdown');
    assert.equal(
      machines.get(consumerId('vm2')),
      undefined,
      'there was no such machine, so it could not be stopped',
    );
    const failed = cloud.world.compute.servers.get(consumerId('vm2'));
    assert.deepEqual([failed?.vmState, failed?.taskState], ['active', null]);
    await cloud.put(...orders(someOrder(4, 'vm1', { work: { kind: 'start' } })));
    await until(() => cloud.world.compute.orders.size === 0);
    assert.equal(machines.get(consumerId('vm1'))?.powerState, 'running');
  });

  test('tells at its start what is missing or off, destroys what was deleted, and leaves all else alone', async (t) => {
    const elsewhere = { host: 'host2', nodeId: id('host2'), nodeName: 'host2', zone: 'nova' };
    const servers = [
      serverNamed('runs'),
      serverNamed('off', { number: 2 }),
      serverNamed('missing', { number: 3 }),
      serverNamed('busy', { number: 4, taskState: 'deleting' }),
      serverNamed('built', { number: 5, vmState: 'building', powerState: 'none' }),
      serverNamed('deleted', { number: 6, vmState: 'deleted', deletedAt: 5 }),
      serverNamed('moved', { number: 7, place: elsewhere }),
    ];
    const there = {
      runs: 'running',
      off: 'shutdown',
      deleted: 'running',
      moved: 'running',
      strange: 'running',
    } as const;
    const { cloud, machines, warned } = await running(t, { servers, there });
    const powers = () =>
      ['runs', 'off', 'missing', 'busy', 'built'].map((name) => {
        const { vmState, powerState } = cloud.world.compute.servers.get(consumerId(name)) ?? assert.fail();
        return `${name} ${vmState} ${powerState}`;
      });
    await until(() => machines.size === 4);
    assert.deepEqual(powers(), [
      'runs active running',
      'off stopped shutdown',
      'missing active none',
      'busy active running',
      'built building none',
    ]);
    assert.deepEqual(
      [...machines.keys()].sort(),
      ['runs', 'off', 'moved', 'strange'].map((name) => consumerId(name)).sort(),
    );
    assert.deepEqual(
      warned()
        .filter((line) => /alone|destroyed/.test(line))
        .sort(),
      [
        'a machine should not be here, and is left alone',
        'a machine should not be here, and is left alone',
        'the machine of a deleted server is destroyed',
      ],
    );
  });

  test('that was said to be down compares what it has again when it is up, and what cannot be destroyed keeps it from nothing', async (t) => {
    const { cloud, machines, warned, guests } = await running(t, {
      servers: [serverNamed('vm1')],
      there: { vm1: 'running' },
    });
    const service = async (change: object) => {
      const { services } = cloud.world.compute;
      const thing = { ...(services.ofHost('host1') ?? assert.fail()), ...change };
      await cloud.put({ kind: 'service-set', thing });
    };
    await service({ isForcedDown: true });
    await cloud.put(...put(serverNamed('vm1', { vmState: 'deleted', deletedAt: 5 })));
    const destroy = guests.destroy.bind(guests);
    guests.destroy = () => Promise.reject(new Error('it is stuck'));
    await service({ isForcedDown: false, backAt: Date.now() });
    await until(() => warned().includes('the machine of a deleted server could not be destroyed'));
    await cloud.put(
      ...put(
        serverNamed('vm2', { number: 2, vmState: 'building', taskState: 'scheduling', powerState: 'none' }),
      ),
      ...orders(someOrder(1, 'vm2', { work: build })),
    );
    await until(() => cloud.world.compute.orders.size === 0);
    guests.destroy = destroy;
    await service({ backAt: Date.now() });
    await until(() => machines.size === 1);
    assert.ok(machines.has(consumerId('vm2')));
  });

  test('goes on when the service was away, and says who it is again when it was forgotten', async (t) => {
    const { cloud, machines, fault } = await running(t);
    fault.isAway = true;
    await pause(50);
    const { compute } = cloud.world;
    const service = compute.services.ofHost('host1') ?? assert.fail();
    await cloud.put({ kind: 'service-removed', id: service.id, rowKey: service.id });
    await cloud.put(
      ...put(serverNamed('vm1', { vmState: 'building', taskState: 'scheduling', powerState: 'none' })),
      ...orders(someOrder(1, 'vm1', { work: build })),
    );
    fault.isAway = false;
    await until(() => compute.orders.size === 0);
    assert.equal(machines.get(consumerId('vm1'))?.powerState, 'running');
    assert.ok(compute.services.ofHost('host1'));
  });

  test('that is stopped ends at once, and what it was doing is done by the next', async (t) => {
    const { cloud, stop, ended, start } = await running(t, {
      options: { 'build-delay': '300' },
      graceMs: 10,
    });
    await cloud.put(
      ...put(serverNamed('vm1', { vmState: 'building', taskState: 'scheduling', powerState: 'none' })),
      ...orders(someOrder(1, 'vm1', { work: build })),
    );
    const { orders: all } = cloud.world.compute;
    await until(() => (all.get(someOrder(1, 'vm1').id)?.startedAt ?? null) !== null);
    stop();
    const stoppedAt = performance.now();
    await ended;
    assert.ok(performance.now() - stoppedAt < 200, 'it was not waited for');
    assert.equal(all.size, 1);
    const next = start();
    await until(() => all.size === 0);
    assert.equal(next.machines.get(consumerId('vm1'))?.powerState, 'running');
  });
});

const build: Order['work'] = {
  kind: 'build',
  search: {} as Extract<Order['work'], { kind: 'build' }>['search'], // Nobody looks for another host here.
};

function put(...servers: readonly Server[]) {
  return servers.map((thing) => ({ kind: 'server-set', thing }) as const);
}

function orders(...given: readonly Order[]) {
  return given.map((thing) => ({ kind: 'order-set', thing }) as const);
}

async function until(isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + 10_000;
  while (!isSo()) {
    assert.ok(performance.now() < endMs, `waited too long for: ${isSo.toString()}`);
    await pause(5);
  }
}

interface RunOptions {
  readonly servers?: readonly Server[];
  /** Machines that are there when it starts. */
  readonly there?: Readonly<Record<string, FakeMachine['powerState']>>;
  readonly options?: Readonly<Record<string, string>>;
  readonly graceMs?: number;
}

/** A cloud, and host1 with its agent. */
async function running(
  t: TestContext,
  { servers = [], there = {}, options = {}, graceMs = 1_000 }: RunOptions = {},
) {
  const cloud = await changeableCloud();
  await cloud.put(...put(...servers));
  const fault = { isAway: false };
  const agents: ReturnType<typeof startAgent>[] = [];
  const start = () => {
    const agent = startAgent(cloud, { there, options, graceMs, fault });
    agents.push(agent);
    return agent;
  };
  t.after(async () => {
    for (const agent of agents) agent.stop();
    await Promise.all(agents.map(({ ended }) => ended));
    await cloud.close();
  });
  const agent = start();
  await agent.registered;
  return { cloud, fault, start, ...agent };
}

function startAgent(
  cloud: ChangeableCloud,
  { there, options, graceMs, fault }: Required<Omit<RunOptions, 'servers'>> & { fault: { isAway: boolean } },
) {
  const machines = new Map<string, FakeMachine>(
    Object.entries(there).map(([name, powerState]) => [
      consumerId(name),
      { powerState, imageId: null, flavor: '' },
    ]),
  );
  const driver = new FakeDriver(
    readFakeHost({ name: 'host1', ...options }),
    id('host1'),
    undefined,
    machines,
  );
  const direct = cloud.transport('host1:service:host');
  const transport: Transport = {
    send: async (request) => {
      if (fault.isAway) throw new Unreachable('away', { isUnsent: true });
      return await direct.send(request);
    },
    close: () => direct.close(),
  };
  const lines: string[] = [];
  const tell = (_facts: object, text: string) => void lines.push(text);
  const agent = new ComputeAgent({
    transport,
    name: { host: 'host1', agent: `agent ${Math.round(performance.now() * 1000)}` },
    driver,
    log: { debug: () => {}, info: () => {}, warn: tell, error: tell },
    atOnce: 10,
    graceMs,
    waitSeconds: 1,
  });
  const stopping = new AbortController();
  return {
    machines,
    guests: driver.guests,
    warned: () => lines,
    registered: agent.registered,
    ended: agent.run(stopping.signal),
    stop: () => stopping.abort(),
  };
}
