import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { disabledTrait } from '@berth/compute-engine/hosts/disabled-nodes.ts';
import { serverNamed } from '@berth/compute-engine/testing/server-named.ts';
import { someOrder } from '@berth/compute-engine/testing/some-order.ts';
import { consumerId } from '@berth/engine/testing/names.ts';
import { loadConfig } from '../config/load-config.ts';
import { createLog } from '../log/log.ts';
import { changeableCloud } from '../testing/changeable-cloud.ts';
import { FakeHosts } from './fake-hosts.ts';

const silent = createLog({ logLevel: 'silent', logFormat: 'json' }, { write: () => {}, isTerminal: false });

test('hosts in the service are hosts like others, and are the same after a start', async (t) => {
  const cloud = await changeableCloud();
  t.after(() => cloud.close());
  const args = ['--auth-strategy', 'named', '--fake-hosts', '20', '--fake-host-options', 'vcpus=3'];
  const { config } = loadConfig({ args, environment: {}, readText: () => '' });
  const { compute, placement } = cloud.world;

  const hosts = new FakeHosts(cloud.handle, config, silent);
  t.after(() => hosts.close());
  await hosts.ready;
  assert.deepEqual([compute.services.size, compute.nodes.size, placement.roots.size], [20, 20, 20]);
  const node = compute.nodes.ofHost('host7')[0] ?? assert.fail();
  assert.deepEqual([node.name, node.vcpus], ['host7', 3]);
  const place = { host: 'host7', nodeId: node.id, nodeName: 'host7', zone: 'nova' };
  const done = async () => {
    for (const endMs = performance.now() + 10_000; compute.orders.size > 0; await pause(5)) {
      assert.ok(performance.now() < endMs);
    }
  };
  const off = { vmState: 'stopped', taskState: 'powering-on', powerState: 'shutdown', place } as const;
  await cloud.put({ kind: 'server-set', thing: serverNamed('vm1', off) });
  await hosts.close();

  // What is made up is remembered by the ledger.
  const again = new FakeHosts(cloud.handle, config, silent);
  t.after(() => again.close());
  await again.ready;
  assert.equal(compute.nodes.ofHost('host7')[0]?.id, node.id);
  await cloud.put({
    kind: 'order-set',
    thing: someOrder(1, 'vm1', { host: 'host7', work: { kind: 'start' } }),
  });
  await done();
  assert.equal(compute.servers.get(consumerId('vm1'))?.powerState, 'running');
  const stoppedMs = performance.now();
  await again.close();
  assert.ok(performance.now() - stoppedMs < 5_000, 'nobody waits for what does not come');
});

test('a host that was disabled stays so, whatever its agent and others tell Placement of it', async (t) => {
  const cloud = await changeableCloud();
  t.after(() => cloud.close());
  // A pass every tenth of a second, each of which reads the tree again.
  const often = ['--update-interval', '100ms', '--tree-refresh', '1ms'];
  const args = ['--auth-strategy', 'named', '--fake-hosts', '1', ...often];
  const { config } = loadConfig({ args, environment: {}, readText: () => '' });
  const { compute, placement } = cloud.world;
  const hosts = new FakeHosts(cloud.handle, config, silent);
  t.after(() => hosts.close());
  await hosts.ready;
  const [root] = placement.roots;
  assert.ok(root && compute.nodes.has(root.id));
  const isDisabled = () => root.traits.has(disabledTrait);
  const put = async (path: string, body: object) => {
    const { status } = await cloud.transport('admin').send({ method: 'PUT', path, body, version: '1.39' });
    assert.equal(status, 200);
  };
  const service = { host: 'host1', binary: 'nova-compute' };

  await put('/compute/v2.1/os-services/disable', service);
  assert.equal(isDisabled(), true);
  await put(`/resource_providers/${root.id}/traits`, {
    resource_provider_generation: root.generation,
    traits: ['COMPUTE_NODE'],
  });
  assert.deepEqual([...root.traits].sort(), ['COMPUTE_NODE', 'COMPUTE_STATUS_DISABLED']);
  await pause(500);
  assert.equal(isDisabled(), true);
  assert.ok(root.traits.size > 2, 'its agent has told what else there is');
  await put('/compute/v2.1/os-services/enable', service);
  assert.equal(isDisabled(), false);
  await pause(500);
  assert.equal(isDisabled(), false);
});
