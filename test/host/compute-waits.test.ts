import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { getOrders, postReports, putHost } from '@berth/client/compute/hosts.ts';
import { HttpTransport } from '@berth/client/http-transport.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import type { Transport } from '@berth/client/transport.ts';
import { id } from '@berth/engine/testing/names.ts';
import { PostgresServer } from '@berth/ledger/testing/postgres-server.ts';
import { startBerth } from '../malformed/berth-process.ts';
import { PatientClient } from './testing/patient-client.ts';

// Whoever is asked, a host waits there, is heard of by the one that leads, and is given what is meant for it.

const imageId = '11111111-1111-4111-8111-111111111111';
const hostCount = 6;

test('hosts wait at several threads', { timeout: 120_000 }, async (t) => {
  const directory = directoryWithImage(t);
  const ledger = join(directory, 'cloud.db');
  const berth = await startBerth({ ledger, args: [...usual(directory), '--workers', '2'] });
  t.after(() => berth.kill());
  await hostsAreServed(t, [berth.url]);
});

test('hosts wait at several processes', { timeout: 120_000 }, async (t) => {
  const postgres = await PostgresServer.start();
  if (postgres === null) {
    assert.ok(!process.env['CI'], 'under CI there is a PostgreSQL');
    t.skip('there is no PostgreSQL here');
    return;
  }
  t.after(() => postgres.stop());
  const directory = directoryWithImage(t);
  const urls: string[] = [];
  for (const _ of [1, 2]) {
    const berth = await startBerth({ ledger: postgres.url, args: [...usual(directory), '--lease', '5s'] });
    t.after(() => berth.kill());
    urls.push(berth.url);
  }
  await hostsAreServed(t, urls);
});

async function hostsAreServed(t: TestContext, urls: readonly string[]): Promise<void> {
  const urlOf = (index: number) => urls[index % urls.length] ?? assert.fail();
  const transportOf = (index: number, token: string) => {
    const tokens = fixedToken(token);
    const made = new HttpTransport({
      url: urlOf(index),
      tokens,
      service: 'placement',
      defaultVersion: '1.39',
    });
    t.after(() => made.close());
    return made;
  };
  const admin = transportOf(0, 'admin');
  const client = new PatientClient(`${urlOf(1)}/compute/v2.1`, 'admin', 60_000);
  await client.makeFlavor();
  const hosts = await Promise.all(
    Array.from({ length: hostCount }, async (_, index) => {
      const host = `host${index}`;
      const transport = transportOf(index, `${host}:service:host`);
      const name = { host, agent: `agent of ${host}` };
      await putHost(transport, name, [factsOf(host)]);
      await makeRoom(admin, host);
      return { transport, name };
    }),
  );
  const isAnswered = hosts.map(() => false);
  const waits = hosts.map(async ({ transport, name }, index) => {
    const orders = await getOrders(transport, name, { held: [], limit: 10, wait: 30 });
    isAnswered[index] = true;
    return orders;
  });
  await pause(500);
  assert.deepEqual(
    isAnswered,
    hosts.map(() => false),
  );

  // Each has room for one.
  const servers: string[] = [];
  for (const [index] of hosts.entries()) {
    servers.push(await client.create(`vm${index}`, imageId));
    const started = performance.now();
    while (isAnswered.filter(Boolean).length <= index && performance.now() - started < 20_000)
      await pause(10);
    assert.equal(isAnswered.filter(Boolean).length, index + 1, 'one host is given one order');
  }
  const given = await Promise.all(waits);
  assert.deepEqual(given.flatMap((orders) => orders.map(({ machine }) => machine.id)).sort(), servers.sort());
  for (const [index, { transport, name }] of hosts.entries()) {
    const [order] = given[index] ?? [];
    assert.ok(order);
    for (const kind of ['begun', 'done'] as const) {
      const open = await postReports(transport, name, {
        outcomes: [{ order: order.id, outcome: { kind } }],
        power: [],
      });
      assert.equal(open.has(order.id), kind === 'begun');
    }
    await client.until(
      order.machine.id,
      (server) => server?.status === 'ACTIVE' && server.host === name.host,
    );
  }
  // Who asks at another place is the same agent, and another agent is another one everywhere.
  const { name } = hosts[0] ?? assert.fail();
  for (const index of [0, 1]) {
    const transport = transportOf(index, `${name.host}:service:host`);
    assert.deepEqual(await getOrders(transport, name, { held: [], limit: 1, wait: 0 }), []);
    const second = getOrders(transport, { ...name, agent: 'second' }, { held: [], limit: 1, wait: 1 });
    await assert.rejects(second, /409 Another agent acts for host host0/);
  }
}

function usual(directory: string): readonly string[] {
  return ['--auth-strategy', 'named', '--image-directory', directory];
}

function directoryWithImage(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'berth-compute-waits-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const image = {
    id: imageId,
    name: 'cirros',
    status: 'active',
    disk_format: 'raw',
    container_format: 'bare',
  };
  writeFileSync(join(directory, `${imageId}.json`), JSON.stringify(image));
  return directory;
}

function factsOf(name: string) {
  return {
    uuid: id(name),
    name,
    hypervisor: { type: 'fake', version: 1000 },
    address: '127.0.0.1',
    vcpus: 1,
    memoryMb: 64,
    diskGb: 1,
    cpuInfo: '{}',
    guests: [['x86_64', 'fake', 'hvm']] as const,
  };
}

async function makeRoom(admin: Transport, name: string): Promise<void> {
  await admin.send({ method: 'POST', path: '/resource_providers', body: { uuid: id(name), name } });
  const inventories = { VCPU: { total: 1 }, MEMORY_MB: { total: 64 }, DISK_GB: { total: 1 } };
  const path = `/resource_providers/${id(name)}`;
  const body = { resource_provider_generation: 0, inventories };
  const { status } = await admin.send({ method: 'PUT', path: `${path}/inventories`, body });
  assert.equal(status, 200);
}
