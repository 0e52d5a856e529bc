import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type RunningNova,
  startNova,
  whyNotOriginal,
} from '@berth/compute/testing/nova-manner/original-nova.ts';
import { send } from '@berth/compute/testing/nova-manner/play.ts';
import { ask } from '@berth/client/ask.ts';
import { HttpTransport } from '@berth/client/http-transport.ts';
import { getAllocations } from '@berth/client/placement/allocations.ts';
import { getProviderUsages } from '@berth/client/placement/usages.ts';
import { listOf, members, text } from '@berth/client/shape.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import type { Transport } from '@berth/client/transport.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { startBerth } from '../malformed/berth-process.ts';
import { checkHost } from './reshapes/check-round.ts';
import { claim, dump } from './testing/host-fixture.ts';
import { driverOf, newNode, trackerOf } from './testing/tracked-host.ts';
import { Prng } from '@berth/testing/prng.ts';
import { seed } from '@berth/testing/random-cases.ts';

const reason = whyNotOriginal();
if (reason !== null) process.stderr.write(`\nSKIPPED: a host of ours beside the original Nova: ${reason}\n`);

const passes = 10;
const admin = { 'x-auth-token': 'admin', 'content-type': 'application/json' };

test('hosts of Nova and of ours on one Placement leave each other alone', {
  skip: reason ?? false,
}, async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'berth-beside-nova-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const berth = await startBerth({ ledger: join(directory, 'berth.db') });
  t.after(() => berth.kill());
  // It empties the Placement that it is given, so our host comes later.
  const nova = await startNova({ placementUrl: berth.url });
  t.after(() => nova.stop());
  const transport = new HttpTransport({ service: 'placement', url: berth.url, tokens: fixedToken('admin') });
  t.after(() => transport.close());
  const novasBefore = await treesOf(transport, []);
  assert.equal(novasBefore.length, 3);

  const node = newNode();
  const driver = driverOf(node, { shape: 'numa', cells: 2 });
  // What is known is always old, so each pass asks Placement.
  const client = new ReportClient(transport, { refreshMs: 1 });
  const { tracker } = trackerOf(transport, node, driver, { client });
  const { failures } = await tracker.update({ startup: true });
  assert.deepEqual(failures, []);
  const guest = { [node.childUuid(`${node.name}_numa0`)]: { VCPU: 2, MEMORY_MB: 512 } };
  const consumer = await claim(transport, guest);

  const servers: string[] = [];
  for (let pass = 1; pass <= passes; pass += 1) {
    await novaPass(nova);
    const report = await tracker.update({ startup: false });
    assert.deepEqual(report.failures, []);
    assert.deepEqual(report.updated[0]?.difference, [], `pass ${pass} has found something changed`);
    if (pass % 5 === 0) servers.push(await bootServer(nova));
  }
  await novaPass(nova);

  const held = new Map([[consumer, { VCPU: 2, MEMORY_MB: 512 }]]);
  const wanted = { node, driver, consumers: held };
  await checkHost(transport, wanted, new Prng(String(seed())));
  assert.deepEqual(await treesOf(transport, [node.uuid]), novasBefore);
  for (const server of servers) {
    const { allocations = {} } = (await getAllocations(transport, server)) ?? {};
    const [[host, { resources }] = ['', { resources: {} }], ...more] = Object.entries(allocations);
    assert.deepEqual([resources, more], [{ VCPU: 1, MEMORY_MB: 512, DISK_GB: 1 }, []]);
    assert.ok(
      novasBefore.some(([{ uuid }]) => uuid === host),
      'Nova has placed a server on our host',
    );
    assert.ok(((await getProviderUsages(transport, host))['VCPU'] ?? 0) >= 1);
  }
  assert.equal(servers.length, 2);
});

/** All trees but those of these roots, each with all that Placement has of it. */
async function treesOf(transport: Transport, without: readonly string[]) {
  const path = '/resource_providers';
  const shape = members({ resource_providers: listOf(members({ uuid: text, root_provider_uuid: text })) });
  const listed = await ask(transport, { method: 'GET', path, version: '1.36' }, shape);
  const roots = new Set(listed.resource_providers.map((each) => each.root_provider_uuid));
  const trees = [];
  for (const root of [...roots.difference(new Set(without))].sort()) {
    trees.push(dump(await new ReportClient(transport).readProviderTree(root)));
  }
  return trees as [{ uuid: string }, ...unknown[]][];
}

async function novaPass(nova: RunningNova): Promise<void> {
  const task = JSON.stringify({ task: 'update_available_resource' });
  const { status, body } = await send(nova.url, 'POST /_oracle/hosts/*/periodic', admin, task);
  assert.equal(status, 200, body);
  await nova.settle();
}

/** Returns its id, once it runs. */
async function bootServer(nova: RunningNova): Promise<string> {
  const server = { name: 'a', flavorRef: 'f1', imageRef: nova.image, networks: 'none' };
  const headers = { ...admin, 'x-openstack-nova-api-version': '2.37' };
  const made = await send(nova.url, 'POST /v2.1/servers', headers, JSON.stringify({ server }));
  assert.equal(made.status, 202, made.body);
  await nova.settle();
  const { id } = (JSON.parse(made.body) as { server: { id: string } }).server;
  const shown = await send(nova.url, `GET /v2.1/servers/${id}`, headers);
  assert.match(shown.body, /"status": ?"ACTIVE"/);
  return id;
}
