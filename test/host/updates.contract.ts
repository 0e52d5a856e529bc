import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { deleteProvider, getProvider, listProvidersInTree } from '@berth/client/placement/providers.ts';
import type { RecordingTransport } from '@berth/client/recording-transport.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import { ProviderTree } from '@berth/host/provider-tree.ts';
import {
  InvalidResourceClass,
  InventoryInUse,
  ResourceProviderInUse,
  ResourceProviderSyncFailed,
  ResourceProviderUpdateConflict,
  TraitCreationFailed,
} from '@berth/host/report-client/errors.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { amount, claim, dump, nameOf, newHost, shortOf } from './testing/host-fixture.ts';

/** How a tree that was edited comes to Placement. */
export function updatesContract(reach: () => RecordingTransport): void {
  describe('updates', () => {
    test('all that a tree has is there afterwards, and then nothing is written again', async () => {
      const transport = reach();
      const host = newHost(transport);
      const aggregate = randomUUID();
      const edit = (tree: ProviderTree) => {
        for (const uuid of [host.uuid, 'numa0', 'gpu0'].map((each) => nameOf(host.uuid, each))) {
          tree.updateInventory(uuid, { VCPU: amount(8), [`CUSTOM_${shortOf(host.uuid)}`]: amount(3) });
          tree.updateTraits(uuid, ['COMPUTE_NODE', `CUSTOM_${shortOf(host.uuid)}`]);
          tree.updateAggregates(uuid, [aggregate]);
        }
      };
      let wanted: unknown;
      await host.update((tree) => {
        tree.newChild(nameOf(host.uuid, 'numa0'), host.uuid);
        tree.newChild(nameOf(host.uuid, 'gpu0'), nameOf(host.uuid, 'numa0'));
        edit(tree);
        wanted = dump(tree);
      });
      assert.deepEqual(await host.seen(), wanted);
      transport.take();
      await host.update(edit);
      assert.deepEqual(transport.take(), []);
    });

    test('children that are gone are deleted, the lowest first', async () => {
      const transport = reach();
      const host = newHost(transport);
      await host.update((tree) => {
        tree.newChild(nameOf(host.uuid, 'numa0'), host.uuid);
        tree.newChild(nameOf(host.uuid, 'gpu0'), nameOf(host.uuid, 'numa0'));
      });
      await host.update((tree) => tree.remove(nameOf(host.uuid, 'numa0')));
      assert.deepEqual(
        (await listProvidersInTree(transport, host.uuid)).map(({ uuid }) => uuid),
        [host.uuid],
      );
    });

    test('one tree can be updated again after it was', async () => {
      const transport = reach();
      const host = newHost(transport);
      const tree = await host.treeOf();
      for (const total of [1, 2, 3]) {
        tree.updateInventory(host.uuid, { VCPU: amount(total) });
        await host.client.updateFromProviderTree(tree);
      }
      assert.deepEqual(await host.seen(), dump(tree));
    });

    test('a tree that was made by hand stands for the whole tree, and for no other', async () => {
      const transport = reach();
      const [host, other] = [newHost(transport), newHost(transport)];
      await host.update((tree) => tree.newChild(nameOf(host.uuid, 'gpu0'), host.uuid));
      await other.treeOf(host.client);
      const tree = new ProviderTree();
      tree.newRoot(host.hostname, host.uuid);
      tree.updateTraits(host.uuid, ['COMPUTE_NODE']);
      await host.client.updateFromProviderTree(tree);
      assert.deepEqual(await host.seen(), dump(tree));
      assert.equal((await getProvider(transport, other.uuid)).uuid, other.uuid);
    });

    test('hosts of one process do not see each other', async () => {
      const transport = reach();
      const [host, other] = [newHost(transport), newHost(transport)];
      await other.treeOf(host.client);
      assert.deepEqual((await host.treeOf()).getProviderUuids(), [host.uuid]);
    });

    test('a tree that others have come into since is left to them', async () => {
      const transport = reach();
      const [host, other] = [newHost(transport), newHost(transport)];
      const tree = await host.treeOf();
      await other.treeOf(host.client);
      tree.updateTraits(host.uuid, ['COMPUTE_NODE']);
      await host.client.updateFromProviderTree(tree);
      assert.equal((await getProvider(transport, other.uuid)).uuid, other.uuid);
    });

    test('a provider that others have changed is a conflict, and the next attempt sees what they did', async () => {
      const transport = reach();
      const host = newHost(transport);
      await host.treeOf();
      await host.update(
        (tree) => tree.updateTraits(host.uuid, ['HW_CPU_X86_AVX']),
        new ReportClient(transport),
      );
      const edit = (tree: ProviderTree) => tree.addTraits(host.uuid, 'COMPUTE_NODE');
      await assert.rejects(host.update(edit), ResourceProviderUpdateConflict);
      await host.update(edit);
      const [root] = await host.seen();
      assert.deepEqual(root?.traits, ['COMPUTE_NODE', 'HW_CPU_X86_AVX']);
    });

    test('what we have read since the tree was handed out is not overwritten either', async () => {
      const transport = reach();
      const host = newHost(transport);
      let now = 0;
      const client = new ReportClient(transport, { refreshMs: 1, now: () => now });
      const old = await host.treeOf(client);
      await host.update((tree) => tree.updateTraits(host.uuid, ['HW_CPU_X86_AVX']));
      now = 2;
      await host.treeOf(client);
      old.updateInventory(host.uuid, { VCPU: amount(1) });
      await assert.rejects(client.updateFromProviderTree(old), ResourceProviderUpdateConflict);
      const [root] = await host.seen();
      assert.deepEqual([root?.traits, root?.inventory], [['HW_CPU_X86_AVX'], {}]);
    });

    test('a provider that others have deleted is not made again from an old picture', async () => {
      const transport = reach();
      const host = newHost(transport);
      await host.update((tree) => tree.newChild(nameOf(host.uuid, 'gpu0'), host.uuid));
      const old = await host.treeOf();
      const gpu = old.data(nameOf(host.uuid, 'gpu0')).uuid;
      await deleteProvider(transport, gpu);
      host.client.clearProviderCache();
      await assert.rejects(host.client.updateFromProviderTree(old), ResourceProviderUpdateConflict);
      assert.deepEqual((await host.treeOf()).getProviderUuids(), [host.uuid]);
    });

    test('a child that somebody else has made meanwhile is taken with what it has', async () => {
      const transport = reach();
      const host = newHost(transport);
      await host.treeOf();
      const gpu = randomUUID();
      await host.update((tree) => {
        tree.newChild(nameOf(host.uuid, 'gpu0'), host.uuid, gpu);
        tree.updateTraits(gpu, ['HW_CPU_X86_AVX']);
      }, new ReportClient(transport));
      await host.update((tree) => {
        tree.newChild(nameOf(host.uuid, 'gpu0'), host.uuid, gpu);
        tree.updateInventory(gpu, { VGPU: amount(1) });
      });
      const child = (await host.seen()).find(({ uuid }) => uuid === gpu);
      assert.deepEqual([child?.inventory, child?.traits], [{ VGPU: amount(1) }, []]);
    });

    test('inventory and providers that are in use stay, and the reason is told', async () => {
      const transport = reach();
      const host = newHost(transport);
      const gpu = randomUUID();
      await host.update((tree) => {
        tree.updateInventory(host.uuid, { VCPU: amount(8) });
        tree.newChild(nameOf(host.uuid, 'gpu0'), host.uuid, gpu);
        tree.updateInventory(gpu, { VGPU: amount(1) });
      });
      await claim(transport, { [host.uuid]: { VCPU: 1 }, [gpu]: { VGPU: 1 } });
      await assert.rejects(
        host.update((tree) => tree.updateInventory(host.uuid, {}), new ReportClient(transport)),
        InventoryInUse,
      );
      await assert.rejects(
        host.update((tree) => tree.remove(gpu)),
        (error) => {
          assert.ok(error instanceof ResourceProviderSyncFailed);
          assert.ok(error.cause instanceof ResourceProviderInUse);
          return true;
        },
      );
      assert.deepEqual((await host.treeOf()).getProviderUuids(), [host.uuid, gpu]);
    });

    test('traits and classes that there cannot be are told', async () => {
      const transport = reach();
      const host = newHost(transport);
      for (const [edit, reason] of [
        [(tree: ProviderTree) => tree.updateTraits(host.uuid, ['NO_SUCH_TRAIT']), TraitCreationFailed],
        [
          (tree: ProviderTree) => tree.updateInventory(host.uuid, { CUSTOM_no: amount(1) }),
          InvalidResourceClass,
        ],
      ] as const) {
        await assert.rejects(host.update(edit), (error) => {
          assert.ok(error instanceof ResourceProviderSyncFailed);
          assert.ok(error.cause instanceof reason, String(error));
          assert.ok(error.cause.cause instanceof ServiceError);
          return true;
        });
      }
    });

    test('a tree that goes is deleted from below, and one that is in use stays', async () => {
      const transport = reach();
      const host = newHost(transport);
      await host.update((tree) => {
        tree.updateInventory(host.uuid, { VCPU: amount(8) });
        tree.newChild(nameOf(host.uuid, 'gpu0'), host.uuid);
      });
      const consumer = await claim(transport, { [host.uuid]: { VCPU: 1 } });
      await assert.rejects(host.client.deleteProviderTree(host.uuid), ResourceProviderInUse);
      await claim(transport, {}, consumer);
      await host.client.deleteProviderTree(host.uuid);
      assert.deepEqual(await listProvidersInTree(transport, host.uuid), []);
    });
  });
}
