import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { listCandidates } from '@berth/client/placement/allocation-candidates.ts';
import { getAllocations, putAllocations } from '@berth/client/placement/allocations.ts';
import type { AllocationRequest } from '@berth/client/placement/records.ts';
import type { RecordingTransport } from '@berth/client/recording-transport.ts';
import { FaultyTransport } from '@berth/client/testing/faulty-transport.ts';
import type { Transport } from '@berth/client/transport.ts';
import { claimResources } from '@berth/host/report-client/claim-resources.ts';
import {
  getAllocationsForConsumer,
  removeAllocationsForConsumer,
  removeProviderTreeFromConsumer,
} from '@berth/host/report-client/consumer-allocations.ts';
import {
  AllocationDeleteFailed,
  AllocationMoveFailed,
  AllocationUpdateFailed,
  ConsumerAllocationRetrievalFailed,
  ResourceProviderNotFound,
} from '@berth/host/report-client/errors.ts';
import {
  addResourceProviderToAggregate,
  removeResourceProviderFromAggregate,
} from '@berth/host/report-client/host-aggregates.ts';
import { moveAllocations } from '@berth/host/report-client/move-allocations.ts';
import { amount, claim, heldBy, newHost } from './testing/host-fixture.ts';

const owner = { projectId: 'p', userId: 'u' };

/** How consumers come to hold something, move it and give it back. */
export function consumersContract(reach: () => RecordingTransport): void {
  describe('claims', () => {
    test('a candidate is claimed, as long as there is room', async () => {
      const transport = reach();
      const host = await hostWith(transport, 2);
      const query = new URLSearchParams({ resources: 'VCPU:2', in_tree: host.uuid });
      const { allocationRequests, providerSummaries } = await listCandidates(transport, query);
      const [request] = allocationRequests;
      assert.ok(request);
      assert.deepEqual(providerSummaries[host.uuid]?.resources, { VCPU: { capacity: 2, used: 0 } });
      const consumerUuid = randomUUID();
      assert.ok(await claimResources(transport, { consumerUuid, request, ...owner }));
      assert.deepEqual(await heldBy(transport, consumerUuid), { [host.uuid]: { VCPU: 2 } });
      assert.ok(!(await claimResources(transport, { consumerUuid: randomUUID(), request, ...owner })));
    });

    test('a consumer that holds something keeps it until it has moved', async () => {
      const transport = reach();
      const [source, target] = [await hostWith(transport, 2), await hostWith(transport, 2)];
      const consumerUuid = await claim(transport, { [source.uuid]: { VCPU: 1 } });
      const request = requestOf({ [target.uuid]: { VCPU: 1 }, [source.uuid]: { VCPU: 2 } });
      assert.ok(await claimResources(transport, { consumerUuid, request, ...owner }));
      const both = { [source.uuid]: { VCPU: 1 }, [target.uuid]: { VCPU: 1 } };
      assert.deepEqual(await heldBy(transport, consumerUuid), both);

      assert.ok(await removeProviderTreeFromConsumer(transport, consumerUuid, source.uuid));
      assert.deepEqual(await heldBy(transport, consumerUuid), { [target.uuid]: { VCPU: 1 } });
      assert.ok(!(await removeProviderTreeFromConsumer(transport, consumerUuid, source.uuid)));
      assert.ok(!(await removeProviderTreeFromConsumer(transport, randomUUID(), source.uuid)));
    });

    test('a consumer that others have changed is not overwritten', async () => {
      const transport = reach();
      const host = await hostWith(transport, 4);
      const consumerUuid = await claim(transport, { [host.uuid]: { VCPU: 1 } });
      const request = requestOf({ [host.uuid]: { VCPU: 1 } });
      await assert.rejects(
        claimResources(transport, { consumerUuid, request, ...owner, consumerGeneration: 7 }),
        AllocationUpdateFailed,
      );
    });

    test('a race inside of Placement is run again, after pauses that grow, and lost at the fourth', async () => {
      const transport = reach();
      const host = await hostWith(transport, 4);
      const request = requestOf({ [host.uuid]: { VCPU: 1 } });
      const pauses: number[] = [];
      const pausing = { pause: async (ms: number) => void pauses.push(ms), random: () => 0.5 };
      const racing = (lost: number) => {
        let puts = 0;
        return new FaultyTransport(transport, (_, { method }) => {
          if (method === 'PUT') puts += 1;
          const isLost = method === 'PUT' && puts <= lost;
          return isLost ? { when: 'before', what: 409, code: 'placement.concurrent_update' } : null;
        });
      };
      const consumer = { consumerUuid: randomUUID(), request, ...owner };
      assert.ok(await claimResources(racing(3), consumer, pausing));
      assert.deepEqual(pauses, [1000, 2000, 3000]);
      assert.ok(!(await claimResources(racing(4), { ...consumer, consumerUuid: randomUUID() }, pausing)));
    });
  });

  describe('moves and ends', () => {
    test('all that a consumer holds moves to another, and moving it again is no harm', async () => {
      const transport = reach();
      const host = await hostWith(transport, 4);
      const [source, target] = [await claim(transport, { [host.uuid]: { VCPU: 3 } }), randomUUID()];
      assert.ok(await moveAllocations(transport, source, target));
      assert.equal(await getAllocationsForConsumer(transport, source), null);
      assert.deepEqual(await heldBy(transport, target), { [host.uuid]: { VCPU: 3 } });
      assert.ok(await moveAllocations(transport, source, target));
      assert.ok(await moveAllocations(transport, target, source));
      assert.ok(!(await moveAllocations(transport, randomUUID(), randomUUID())));
    });

    test('what somebody else has changed between the look and the write is not moved or given back', async () => {
      const transport = reach();
      const host = await hostWith(transport, 4);
      const consumer = await claim(transport, { [host.uuid]: { VCPU: 1 } });
      const changed = meddled(transport, consumer);
      await assert.rejects(moveAllocations(changed, consumer, randomUUID()), AllocationMoveFailed);
      await assert.rejects(removeAllocationsForConsumer(changed, consumer), AllocationDeleteFailed);
      assert.deepEqual(await heldBy(transport, consumer), { [host.uuid]: { VCPU: 1 } });
      assert.ok(await removeAllocationsForConsumer(changed, consumer, { isForced: true }));
    });

    test('whoever gives back all it holds, or holds nothing, is told apart', async () => {
      const transport = reach();
      const host = await hostWith(transport, 4);
      for (const isForced of [true, false]) {
        const consumer = await claim(transport, { [host.uuid]: { VCPU: 1 } });
        assert.ok(await removeAllocationsForConsumer(transport, consumer, { isForced }));
        assert.ok(!(await removeAllocationsForConsumer(transport, consumer, { isForced })));
      }
    });

    test('a consumer that cannot be read is told', async () => {
      const failing = new FaultyTransport(reach(), () => ({ when: 'before', what: 500 }));
      await assert.rejects(
        getAllocationsForConsumer(failing, randomUUID()),
        ConsumerAllocationRetrievalFailed,
      );
    });
  });

  describe('host aggregates', () => {
    test('a host comes into an aggregate and leaves it, others stay, and what is so already is not written', async () => {
      const transport = reach();
      const host = await hostWith(transport, 1);
      const [one, other] = [randomUUID(), randomUUID()];
      const aggregates = async () => (await host.seen()).flatMap((each) => each.aggregates);
      await addResourceProviderToAggregate(transport, host.hostname, one);
      await addResourceProviderToAggregate(transport, host.hostname, other);
      transport.take();
      await addResourceProviderToAggregate(transport, host.hostname, one);
      assert.ok(transport.take().every(({ method }) => method === 'GET'));
      assert.deepEqual(await aggregates(), [one, other].sort());
      await removeResourceProviderFromAggregate(transport, host.hostname, one);
      assert.deepEqual(await aggregates(), [other]);
      await assert.rejects(
        addResourceProviderToAggregate(transport, 'nobody', one),
        ResourceProviderNotFound,
      );
    });

    test('a conflict is tried again', async () => {
      const transport = reach();
      const host = await hostWith(transport, 1);
      let puts = 0;
      const racing = new FaultyTransport(transport, (_, { method }) => {
        if (method === 'PUT') puts += 1;
        return method === 'PUT' && puts < 4 ? { when: 'before', what: 409 } : null;
      });
      const aggregate = randomUUID();
      await addResourceProviderToAggregate(racing, host.hostname, aggregate);
      assert.deepEqual(
        (await host.seen()).flatMap((each) => each.aggregates),
        [aggregate],
      );
    });
  });
}

async function hostWith(transport: Transport, vcpus: number) {
  const host = newHost(transport);
  await host.update((tree) => tree.updateInventory(host.uuid, { VCPU: amount(vcpus) }));
  return host;
}

function requestOf(held: Readonly<Record<string, Record<string, number>>>): AllocationRequest {
  const allocations = Object.fromEntries(
    Object.entries(held).map(([uuid, resources]) => [uuid, { resources }]),
  );
  return { allocations, mappings: { '': Object.keys(held) } };
}

/** Before each write somebody else writes what the consumer holds already, which counts up its generation. */
function meddled(transport: Transport, consumer: string): Transport {
  return {
    send: async (request) => {
      if (request.method === 'PUT' || request.method === 'POST') {
        const held = await getAllocations(transport, consumer);
        if (held !== null) await putAllocations(transport, consumer, held);
      }
      return transport.send(request);
    },
    close: () => transport.close(),
  };
}
