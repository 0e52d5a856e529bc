import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { getAllocations } from '@berth/client/placement/allocations.ts';
import { getProviderUsages } from '@berth/client/placement/usages.ts';
import type { RecordingTransport } from '@berth/client/recording-transport.ts';
import type { Transport } from '@berth/client/transport.ts';
import { ReshapeFailed } from '@berth/host/driver.ts';
import { UnknownProvider } from '@berth/host/provider-tree-errors.ts';
import { PlacementReshapeConflict } from '@berth/host/report-client/errors.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { amount, claim, dump, heldBy, nameOf, newHost, newStore } from './testing/host-fixture.ts';

/** How inventory moves with what consumers hold of it. */
export function reshapesContract(reach: () => RecordingTransport): void {
  describe('reshapes', () => {
    test('the allocations of a tree are those of its consumers, all that they hold', async () => {
      const transport = reach();
      const host = await flatHost(transport);
      await host.treeOf(host.client);
      await claim(transport, { [host.store.uuid]: { DISK_GB: 1 } });
      const allocations = await host.client.getAllocationsForProviderTree(host.hostname);
      assert.deepEqual([...allocations.keys()].sort(), host.servers.toSorted());
      for (const server of host.servers) {
        assert.deepEqual(allocations.get(server), await getAllocations(transport, server));
      }
      const unknown = new ReportClient(transport).getAllocationsForProviderTree(host.hostname);
      await assert.rejects(unknown, UnknownProvider);
    });

    test('inventory and allocations move together, and the rest follows', async () => {
      const transport = reach();
      const host = await flatHost(transport);
      const { tree, allocations } = await planned(host);
      await host.client.updateFromProviderTree(tree, allocations);
      const [server = '', other = ''] = host.servers;
      assert.deepEqual(await heldBy(transport, server), {
        [host.uuid]: { VCPU: 2 },
        [host.gpu]: { VGPU: 1 },
        [host.store.uuid]: { DISK_GB: 10 },
      });
      assert.deepEqual(await heldBy(transport, other), { [host.uuid]: { VCPU: 1 } });
      assert.deepEqual(await getProviderUsages(transport, host.uuid), { VCPU: 3 });
      assert.deepEqual(await getProviderUsages(transport, host.gpu), { VGPU: 1 });
      assert.deepEqual(await host.seen(), dump(tree));
    });

    test('where all of a provider moves away, nothing of it is held any more and it can go', async () => {
      const transport = reach();
      const host = await flatHost(transport);
      const there = await planned(host);
      await host.client.updateFromProviderTree(there.tree, there.allocations);
      const tree = await host.treeOf(host.client);
      const allocations = await host.client.getAllocationsForProviderTree(host.hostname);
      tree.updateInventory(host.uuid, { VCPU: amount(8), VGPU: amount(4) });
      tree.remove(host.gpu);
      for (const { allocations: held } of allocations.values()) {
        const vgpu = held[host.gpu]?.resources['VGPU'] ?? 0;
        // A driver that leaves an empty record behind means the same.
        delete held[host.gpu]?.resources['VGPU'];
        if (vgpu > 0) Object.assign(held[host.uuid]?.resources ?? {}, { VGPU: vgpu });
      }
      await host.client.updateFromProviderTree(tree, allocations);
      assert.deepEqual(
        (await host.seen()).map(({ uuid }) => uuid).sort(),
        [host.uuid, host.store.uuid].sort(),
      );
      assert.deepEqual(await getProviderUsages(transport, host.uuid), { VCPU: 3, VGPU: 1 });
    });

    test('a claim in the meantime is a conflict, nothing moves, and the next attempt has it', async () => {
      const transport = reach();
      const host = await flatHost(transport);
      const old = await planned(host);
      const late = await claim(transport, { [host.uuid]: { VGPU: 2 } });
      const attempt = host.client.updateFromProviderTree(old.tree, old.allocations);
      await assert.rejects(attempt, PlacementReshapeConflict);
      assert.deepEqual(await getProviderUsages(transport, host.uuid), { VCPU: 3, VGPU: 3 });
      const { tree, allocations } = await planned(host);
      await host.client.updateFromProviderTree(tree, allocations);
      assert.deepEqual(await heldBy(transport, late), { [host.gpu]: { VGPU: 2 } });
      assert.deepEqual(await getProviderUsages(transport, host.gpu), { VGPU: 3 });
    });

    test('a claim elsewhere on a store that shares is none of its business', async () => {
      const transport = reach();
      const host = await flatHost(transport);
      const { tree, allocations } = await planned(host);
      await claim(transport, { [host.store.uuid]: { DISK_GB: 1 } });
      await host.client.updateFromProviderTree(tree, allocations);
      assert.deepEqual(await getProviderUsages(transport, host.gpu), { VGPU: 1 });
    });

    test('what does not fit is refused for good', async () => {
      const transport = reach();
      const host = await flatHost(transport);
      const { tree, allocations } = await planned(host);
      tree.updateInventory(host.uuid, {});
      await assert.rejects(host.client.updateFromProviderTree(tree, allocations), ReshapeFailed);
      assert.deepEqual(await getProviderUsages(transport, host.uuid), { VCPU: 3, VGPU: 1 });
    });
  });
}

/** GPUs on the root, with two servers on it, of which one holds disk of a store as well. */
async function flatHost(transport: Transport) {
  const host = newHost(transport);
  const aggregate = randomUUID();
  await host.update((tree) => {
    tree.updateInventory(host.uuid, { VCPU: amount(8), VGPU: amount(4) });
    tree.updateAggregates(host.uuid, [aggregate]);
  });
  const store = await newStore(transport, [aggregate]);
  const servers = [
    await claim(transport, { [host.uuid]: { VCPU: 2, VGPU: 1 }, [store.uuid]: { DISK_GB: 10 } }),
    await claim(transport, { [host.uuid]: { VCPU: 1 } }),
  ];
  return { ...host, client: new ReportClient(transport), store, servers, gpu: randomUUID() };
}

/** The GPUs move to a child, which may be there already. */
async function planned({ client, uuid, hostname, gpu }: Awaited<ReturnType<typeof flatHost>>) {
  const tree = await client.getProviderTreeAndEnsureRoot(uuid, hostname);
  const allocations = await client.getAllocationsForProviderTree(hostname);
  if (!tree.exists(gpu)) tree.newChild(nameOf(uuid, 'gpu0'), uuid, gpu);
  tree.updateInventory(uuid, { VCPU: amount(8) });
  tree.updateInventory(gpu, { VGPU: amount(4) });
  tree.updateTraits(gpu, ['HW_CPU_X86_AVX']);
  for (const { allocations: held } of allocations.values()) {
    const vgpu = held[uuid]?.resources['VGPU'];
    if (vgpu === undefined) continue;
    delete held[uuid]?.resources['VGPU'];
    held[gpu] = { resources: { VGPU: vgpu } };
  }
  return { tree, allocations };
}
