import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isLazy } from '@berth/api-kit/response.ts';
import { turns } from '@berth/api-kit/turns.ts';
import type { Change } from '@berth/engine/changes.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { type InProcess, inProcess } from '@berth/placement/testing/in-process.ts';
import { madeWhileSent } from '@berth/placement/http/made-while-sent.ts';
import { idOf, largeWorld, nameAt } from './large-world.ts';

const size = { providers: 2_500, treeDepth: 20, crowd: 1_500, consumers: 20, names: 1_500 };
const version = '1.39';

async function large(t: TestContext): Promise<InProcess> {
  const journal = new MemoryJournal<Change>([placementProjection]);
  journal.append([...largeWorld(size)], 1);
  const service = await inProcess(journal);
  t.after(() => service.close());
  return service;
}

interface Listed {
  readonly resource_providers: readonly { readonly uuid: string; readonly generation: number }[];
}

for (const [name, target] of [
  ['all providers', '/resource_providers'],
  ['all that have room', '/resource_providers?resources=VCPU:1'],
  ['all that lack a trait', '/resource_providers?required=!HW_CPU_X86_VMX'],
] as const) {
  test(`a long list of ${name} leaves others their turn and is of one moment`, async (t) => {
    const service = await large(t);
    const [first, last] = [idOf('host', 1), idOf('host', size.providers - 1)];
    const move = (generation: number) => ({
      allocations: {},
      inventories: Object.fromEntries(
        [first, last].map((id) => [
          id,
          {
            resource_provider_generation: generation,
            inventories: Object.fromEntries(
              ['VCPU', 'MEMORY_MB', 'DISK_GB', 'CUSTOM_USED'].map((each) => [each, { total: 1_000 }]),
            ),
          },
        ]),
      ),
    });
    let generation = 1;
    // Whenever the list leaves others their turn, somebody writes.
    const { mock } = t.mock.method(turns, 'next', async () => {
      const { status, text } = await service.request('POST', '/reshaper', {
        version,
        body: move(generation),
      });
      assert.equal(status, 204, text);
      generation += 2;
    });
    const { status, json } = await service.request('GET', target, { version });
    assert.ok(mock.callCount() >= 6, `it took ${mock.callCount()} turns`);
    assert.equal(status, 200);
    const byId = new Map((json as Listed).resource_providers.map((each) => [each.uuid, each.generation]));
    assert.equal(byId.get(first), generation, 'it is of the moment of the last turn');
    assert.equal(byId.get(first), byId.get(last));
    assert.ok(byId.size >= size.providers - 1);
  });
}

test('a long list has each provider as it is shown by itself, in every version', async (t) => {
  const service = await large(t);
  for (const each of ['1.0', '1.1', '1.6', '1.11', '1.14', '1.39']) {
    const { json } = await service.request('GET', '/resource_providers', { version: each });
    const listed = (json as Listed).resource_providers;
    assert.equal(listed.length, size.providers + size.treeDepth);
    for (const index of [0, 7, 2_499, 2_510]) {
      const uuid = listed[index]?.uuid as string;
      const alone = await service.request('GET', `/resource_providers/${uuid}`, { version: each });
      assert.deepEqual(listed[index], alone.json);
    }
  }
});

test('names of any kind are shown as they are', async (t) => {
  const service = await large(t);
  const names = ['"quoted"', '<id>', '"<name>"', 'back\\slash', 'ä😀', '\u2028'];
  for (const name of names) await service.request('POST', '/resource_providers', { version, body: { name } });
  const { json } = await service.request('GET', '/resource_providers', { version });
  const listed = (json as { resource_providers: { name: string }[] }).resource_providers;
  assert.deepEqual(
    listed.slice(-names.length).map(({ name }) => name),
    names,
  );
});

test('many traits, classes and consumers of a provider are all told, once each', async (t) => {
  const service = await large(t);
  const { json: traits } = await service.request('GET', '/traits?name=startswith:CUSTOM_', { version });
  const custom = Array.from({ length: size.names }, (_, index) => nameAt(index));
  assert.deepEqual((traits as { traits: string[] }).traits.sort(), custom.sort());
  const { json: classes } = await service.request('GET', '/resource_classes', { version });
  const last = (classes as { resource_classes: unknown[] }).resource_classes.at(-1);
  const name = nameAt(size.names - 1);
  assert.deepEqual(last, { name, links: [{ rel: 'self', href: `/resource_classes/${name}` }] });
  const { json } = await service.request('GET', `/resource_providers/${idOf('host', 0)}/allocations`, {
    version,
  });
  const { allocations, ...rest } = json as { allocations: Record<string, unknown> };
  assert.equal(Object.keys(allocations).length, size.crowd);
  assert.deepEqual(allocations[idOf('crowd', 3)], { resources: { VCPU: 1 }, consumer_generation: 1 });
  assert.deepEqual(rest, { resource_provider_generation: 1 });
});

test('what is made while it is sent is the text that would have been made at once', () => {
  for (const count of [0, 1, 2, 5_000]) {
    const items = Array.from({ length: count }, (_, index) => `item ${index} ${'ä'.repeat(20)}`);
    const body = madeWhileSent('{"items":[', items, (item) => JSON.stringify(item), ']}');
    assert.ok(isLazy(body));
    const chunks = [...body];
    assert.equal(Buffer.concat(chunks).toString(), JSON.stringify({ items }));
    assert.ok(chunks.every(({ length }) => length < 200_000));
  }
});
