import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { getProvider } from '@berth/client/placement/providers.ts';
import type { RecordingTransport } from '@berth/client/recording-transport.ts';
import { serviceAnswer } from '@berth/client/service-answer.ts';
import type { Transport } from '@berth/client/transport.ts';
import {
  ResourceProviderCreationFailed,
  ResourceProviderRetrievalFailed,
  ResourceProviderUpdateConflict,
} from '@berth/host/report-client/errors.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { amount, dump, newHost, newStore, sharingTrait } from './testing/host-fixture.ts';

/** How trees are read, kept and read again. */
export function knownTreesContract(reach: () => RecordingTransport): void {
  describe('knows trees', () => {
    test('a root that is new is made, once', async () => {
      const transport = reach();
      const host = newHost(transport);
      const tree = await host.treeOf();
      assert.deepEqual(tree.getProviderUuids(), [host.uuid]);
      assert.equal((await getProvider(transport, host.uuid)).name, host.hostname);
      transport.take();
      assert.deepEqual(dump(await host.treeOf()), dump(tree));
      assert.deepEqual(transport.take(), []);
    });

    test('a name that another provider has is told', async () => {
      const transport = reach();
      const host = newHost(transport);
      await host.treeOf();
      const other = new ReportClient(transport).getProviderTreeAndEnsureRoot(randomUUID(), host.hostname);
      await assert.rejects(other, ResourceProviderCreationFailed);
    });

    test('a provider can be made below one that is not known here yet', async () => {
      const transport = reach();
      const host = newHost(transport);
      await host.treeOf();
      const child = randomUUID();
      const client = new ReportClient(transport);
      const tree = await client.getProviderTreeAndEnsureRoot(child, `child of ${host.uuid}`, host.uuid);
      assert.deepEqual(tree.getProviderUuids(), [host.uuid, child]);
    });

    test('a tree that cannot be one is refused', async () => {
      const transport = reach();
      const host = newHost(transport);
      await host.treeOf();
      for (const parent of [randomUUID(), host.uuid]) {
        const odd: Transport = {
          send: async (request) => {
            const { status, headers, text } = await transport.send(request);
            const told = text.replace(/("parent_provider_uuid": ?)null/, `$1"${parent}"`);
            return serviceAnswer(status, headers, told);
          },
          close: async () => {},
        };
        await assert.rejects(host.treeOf(new ReportClient(odd)), ResourceProviderRetrievalFailed);
      }
    });

    test('what is handed out is a copy', async () => {
      const transport = reach();
      const host = newHost(transport);
      const tree = await host.treeOf();
      tree.updateTraits(host.uuid, ['COMPUTE_NODE']);
      tree.newChild('stray', host.uuid);
      assert.deepEqual((await host.treeOf()).getProviderUuids(), [host.uuid]);
      assert.deepEqual((await host.treeOf()).data(host.uuid).traits, new Set());
    });

    test('what others change is seen when it has got old, and never where nothing gets old', async () => {
      const transport = reach();
      const host = newHost(transport);
      await host.update((tree) => tree.updateTraits(host.uuid, ['COMPUTE_NODE']));
      let now = 0;
      const aging = new ReportClient(transport, { refreshMs: 300_000, now: () => now });
      const ageless = new ReportClient(transport, { refreshMs: 0, now: () => now });
      const traitsIn = async (client: ReportClient) => [
        ...(await host.treeOf(client)).data(host.uuid).traits,
      ];
      for (const client of [aging, ageless]) assert.deepEqual(await traitsIn(client), ['COMPUTE_NODE']);
      await host.update((tree) => tree.removeTraits(host.uuid, 'COMPUTE_NODE'));
      now = 300_000;
      assert.deepEqual(await traitsIn(aging), ['COMPUTE_NODE']);
      now = 300_001;
      assert.deepEqual(await traitsIn(aging), []);
      assert.deepEqual(await traitsIn(ageless), ['COMPUTE_NODE']);
    });

    test('who shares with a tree is known with it, as long as it does', async () => {
      const transport = reach();
      const [aggregate, elsewhere] = [randomUUID(), randomUUID()];
      const host = newHost(transport);
      await host.update((tree) => {
        tree.newChild(`child of ${host.uuid}`, host.uuid);
        tree.updateAggregates(`child of ${host.uuid}`, [aggregate]);
      });
      const [store, stranger] = [
        await newStore(transport, [aggregate]),
        await newStore(transport, [elsewhere]),
      ];
      let now = 0;
      const client = new ReportClient(transport, { refreshMs: 1, now: () => now });
      const tree = await host.treeOf(client);
      assert.ok(tree.exists(store.uuid) && !tree.exists(stranger.uuid));
      assert.ok(tree.hasSharingProvider('DISK_GB'));
      assert.equal(tree.data(store.uuid).parentUuid, null);

      await store.update((tree) => tree.removeTraits(store.uuid, sharingTrait));
      now = 2;
      assert.ok(!(await host.treeOf(client)).exists(store.uuid));
    });

    test('after a conflict about a provider that shares, it is known again', async () => {
      const transport = reach();
      const aggregate = randomUUID();
      const [host, other] = [newHost(transport), newHost(transport)];
      for (const each of [host, other]) {
        await each.update((tree) => tree.updateAggregates(each.uuid, [aggregate]));
      }
      const store = await newStore(transport, [aggregate]);
      const client = new ReportClient(transport);
      const old = await host.treeOf(client);
      await store.update((tree) => tree.updateInventory(store.uuid, { DISK_GB: amount(200) }));
      await other.treeOf(client);
      old.updateInventory(host.uuid, { VCPU: amount(1) });
      await assert.rejects(client.updateFromProviderTree(old), ResourceProviderUpdateConflict);
      const tree = await host.treeOf(client);
      assert.deepEqual(tree.data(store.uuid).inventory, { DISK_GB: amount(200) });
      tree.updateInventory(host.uuid, { VCPU: amount(1) });
      await client.updateFromProviderTree(tree);
      assert.deepEqual(await host.seen(), dump(tree));
    });
  });
}
