import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { DirectTransport } from '@berth/client/direct-transport.ts';
import { getProviderAggregates, putProviderAggregates } from '@berth/client/placement/aggregates.ts';
import { listCandidates } from '@berth/client/placement/allocation-candidates.ts';
import {
  deleteAllocations,
  getAllocations,
  listConsumersOf,
  postAllocations,
  putAllocations,
  putClaim,
} from '@berth/client/placement/allocations.ts';
import { getInventories, putInventories } from '@berth/client/placement/inventories.ts';
import { getWholeTree } from '@berth/client/placement/provider-trees.ts';
import {
  createProvider,
  deleteProvider,
  findProviderByName,
  getProvider,
  listProvidersInTree,
  listSharingProviders,
} from '@berth/client/placement/providers.ts';
import { postReshaper } from '@berth/client/placement/reshaper.ts';
import { ensureResourceClass, listResourceClasses } from '@berth/client/placement/resource-classes.ts';
import {
  ensureTrait,
  getProviderTraits,
  listTraitsAmong,
  putProviderTraits,
} from '@berth/client/placement/traits.ts';
import { getProjectUsages, getProviderUsages } from '@berth/client/placement/usages.ts';
import { RecordingTransport } from '@berth/client/recording-transport.ts';
import { serviceAnswer } from '@berth/client/service-answer.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { ServiceAnswer, Transport } from '@berth/client/transport.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { type OpenedBerth, openedBerth } from './opened-berth.ts';

let berth: OpenedBerth;
let transport: Transport;
before(async () => {
  berth = await openedBerth();
  transport = new DirectTransport(berth.handle, { service: 'placement' });
});
after(async () => {
  await transport.close();
  await berth[Symbol.asyncDispose]();
});

const full = { total: 8, reserved: 1, minUnit: 1, maxUnit: 8, stepSize: 1, allocationRatio: 1.5 };

/** A host with a child that shares, and a consumer that holds of both. */
async function madeHost(): Promise<{ root: string; child: string; aggregate: string; consumer: string }> {
  const [root, child, aggregate, consumer] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await createProvider(transport, { uuid: root, name: `root ${root}` });
  await createProvider(transport, { uuid: child, name: `child ${root}`, parentUuid: root });
  await putInventories(transport, root, {
    generation: 0,
    inventories: { VCPU: full, MEMORY_MB: { total: 64 } },
  });
  await putInventories(transport, child, { generation: 0, inventories: { DISK_GB: { total: 10 } } });
  await putProviderAggregates(transport, child, { generation: 1, aggregates: [aggregate] });
  await putProviderTraits(transport, child, { generation: 2, traits: ['MISC_SHARES_VIA_AGGREGATE'] });
  await putAllocations(transport, consumer, {
    allocations: { [root]: { resources: { VCPU: 1 } }, [child]: { resources: { DISK_GB: 2 } } },
    projectId: `project ${root}`,
    userId: 'user',
    consumerGeneration: null,
  });
  return { root, child, aggregate, consumer };
}

test('providers are made, found, listed and deleted', async () => {
  const { root, child, aggregate } = await madeHost();
  const record = { uuid: child, name: `child ${root}`, generation: 4, parentUuid: root, rootUuid: root };
  assert.deepEqual(await getProvider(transport, child), record);
  assert.deepEqual(
    (await listProvidersInTree(transport, child)).map(({ uuid }) => uuid),
    [root, child],
  );
  assert.deepEqual(await listSharingProviders(transport, [aggregate, randomUUID()]), [record]);
  assert.deepEqual(await listSharingProviders(transport, []), []);
  assert.deepEqual(await findProviderByName(transport, `child ${root}`), {
    uuid: child,
    name: `child ${root}`,
    generation: 4,
  });
  assert.equal(await findProviderByName(transport, 'nobody & nothing'), null);
  const uuid = randomUUID();
  await createProvider(transport, { uuid, name: uuid });
  await deleteProvider(transport, uuid);
  await assert.rejects(
    getProvider(transport, uuid),
    (error) => error instanceof ServiceError && error.status === 404,
  );
});

test('what providers have is read and replaced', async () => {
  const { root, child, aggregate } = await madeHost();
  const { inventories, generation } = await getInventories(transport, root);
  assert.deepEqual(inventories['VCPU'], full);
  const fewer = { generation, inventories: { VCPU: { total: 9 } } };
  assert.deepEqual((await putInventories(transport, root, fewer)).inventories['VCPU']?.total, 9);
  await assert.rejects(putInventories(transport, root, fewer), { code: 'placement.concurrent_update' });
  const mine = `CUSTOM_${root.replaceAll('-', '').toUpperCase()}`;
  assert.deepEqual(await listTraitsAmong(transport, ['COMPUTE_NODE', mine]), ['COMPUTE_NODE']);
  await ensureTrait(transport, mine);
  await ensureTrait(transport, mine);
  assert.deepEqual(
    new Set(await listTraitsAmong(transport, ['COMPUTE_NODE', mine])),
    new Set(['COMPUTE_NODE', mine]),
  );
  await ensureResourceClass(transport, mine);
  await ensureResourceClass(transport, mine);
  assert.ok((await listResourceClasses(transport)).includes(mine));
  assert.deepEqual((await getProviderTraits(transport, child)).traits, ['MISC_SHARES_VIA_AGGREGATE']);
  assert.deepEqual((await getProviderAggregates(transport, child)).aggregates, [aggregate]);
});

test('what consumers hold is read, replaced, moved and given back', async () => {
  const { root, child, consumer } = await madeHost();
  const held = await getAllocations(transport, consumer);
  assert.ok(held);
  assert.deepEqual(held.allocations[child]?.resources, { DISK_GB: 2 });
  assert.deepEqual(await listConsumersOf(transport, root), [consumer]);
  assert.equal((await getProviderUsages(transport, root))['VCPU'], 1);
  assert.deepEqual(await getProjectUsages(transport, held.projectId), { VCPU: 1, DISK_GB: 2 });
  assert.deepEqual(await getProjectUsages(transport, held.projectId, 'another'), {});

  const other = randomUUID();
  await postAllocations(
    transport,
    new Map([
      [consumer, { ...held, allocations: {} }],
      [other, { ...held, consumerGeneration: null }],
    ]),
  );
  assert.equal(await getAllocations(transport, consumer), null);
  const moved = await getAllocations(transport, other);
  assert.ok(moved);
  const generation = (await getInventories(transport, child)).generation;
  const inventories = new Map([[child, { generation, inventories: { DISK_GB: { total: 20 } } }]]);
  const emptied = { ...moved, allocations: { ...moved.allocations, [child]: { resources: {} } } };
  await postReshaper(transport, { inventories, allocations: new Map([[other, emptied]]) });
  assert.deepEqual(Object.keys((await getAllocations(transport, other))?.allocations ?? {}), [root]);

  const query = new URLSearchParams({ resources: 'VCPU:1', in_tree: root });
  const { allocationRequests, providerSummaries } = await listCandidates(transport, query);
  assert.deepEqual(allocationRequests, [
    { allocations: { [root]: { resources: { VCPU: 1 } } }, mappings: { '': [root] } },
  ]);
  assert.equal(providerSummaries[child]?.parentUuid, root);
  await putClaim(transport, consumer, {
    ...held,
    allocations: { [root]: { resources: { VCPU: 1 } } },
    mappings: { '': [root] },
    consumerGeneration: null,
  });
  for (const each of [consumer, other]) await deleteAllocations(transport, each);
  assert.deepEqual(await listConsumersOf(transport, root), []);
});

test('a whole tree is read in one call', async () => {
  const { root, child, consumer } = await madeHost();
  const { providers, allocations } = await getWholeTree(transport, child, { withAllocations: true });
  assert.deepEqual(
    providers.map(({ uuid, parentUuid, isSharing }) => ({ uuid, parentUuid, isSharing })),
    [
      { uuid: root, parentUuid: null, isSharing: false },
      { uuid: child, parentUuid: root, isSharing: false },
    ],
  );
  assert.deepEqual(allocations?.get(consumer), await getAllocations(transport, consumer));
  assert.equal((await getWholeTree(transport, root, { withAllocations: false })).allocations, null);
  assert.deepEqual((await getWholeTree(transport, randomUUID(), { withAllocations: false })).providers, []);
});

test('a whole tree that is known is told again only where it has changed', async () => {
  const { root, consumer } = await madeHost();
  const recording = new RecordingTransport(transport);
  for (const withAllocations of [false, true]) {
    const known = await getWholeTree(recording, root, { withAllocations });
    assert.equal(await getWholeTree(recording, root, { withAllocations, known }), known);
    await getWholeTree(recording, root, { withAllocations, known: { ...known, tag: null } });
    assert.deepEqual(
      recording.take().map(({ status }) => status),
      [200, 304, 200],
    );
  }
  const known = await getWholeTree(recording, root, { withAllocations: true });
  await deleteAllocations(transport, consumer);
  const other = await getWholeTree(recording, root, { withAllocations: true, known });
  assert.notEqual(other.tag, known.tag);
  assert.deepEqual([known.allocations?.size, other.allocations?.size], [1, 0]);
});

test('an answer that is nonsense gives an error that says where, and never another one', async () => {
  const { root, child, aggregate, consumer } = await madeHost();
  const calls: ((transport: Transport) => Promise<unknown>)[] = [
    (mangled) => getProvider(mangled, child),
    (mangled) => listProvidersInTree(mangled, root),
    (mangled) => listSharingProviders(mangled, [aggregate]),
    (mangled) => findProviderByName(mangled, `root ${root}`),
    (mangled) => getInventories(mangled, root),
    (mangled) => getProviderTraits(mangled, child),
    (mangled) => getProviderAggregates(mangled, child),
    (mangled) => listTraitsAmong(mangled, ['COMPUTE_NODE']),
    (mangled) => listResourceClasses(mangled),
    (mangled) => getAllocations(mangled, consumer),
    (mangled) => listConsumersOf(mangled, root),
    (mangled) => getProviderUsages(mangled, root),
    (mangled) => getProjectUsages(mangled, `project ${root}`),
    (mangled) => listCandidates(mangled, new URLSearchParams({ resources: 'VCPU:1', in_tree: root })),
    (mangled) => getWholeTree(mangled, root, { withAllocations: true }),
  ];
  const nonsense = fc.constantFrom(null, true, 'x', -1.5, [], {}, [null], { x: { y: 1 } });
  await assertProperty(
    fc.asyncProperty(fc.constantFrom(...calls), fc.nat(), nonsense, async (call, place, nonsense) => {
      const mangling: Transport = {
        send: async (request) => mangle(await transport.send(request), place, nonsense),
        close: async () => {},
      };
      await call(mangling).catch((error: unknown) => {
        assert.ok(error instanceof ServiceError, String(error));
        assert.match(error.message, /: 200 the answer.* is no /);
      });
    }),
    400,
  );
});

/** Puts the value in one of all the places that the answer has. */
function mangle(answer: ServiceAnswer, place: number, value: unknown): ServiceAnswer {
  const places: (() => void)[] = [];
  const whole = { root: structuredClone(answer.json) };
  const walk = (parent: object) => {
    for (const [key, member] of Object.entries(parent)) {
      places.push(() => Reflect.set(parent, key, value));
      if (typeof member === 'object' && member !== null) walk(member);
    }
  };
  walk(whole);
  places[place % places.length]?.();
  return serviceAnswer(answer.status, answer.headers, JSON.stringify(whole.root));
}
