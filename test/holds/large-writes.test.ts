import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { turns } from '@berth/api-kit/turns.ts';
import type { Change } from '@berth/engine/changes.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { type InProcess, inProcess } from '@berth/placement/testing/in-process.ts';
import { crowded, idOf, largeWorld, nameAt } from './large-world.ts';

const version = '1.39';
const size = { providers: 1_100, treeDepth: 20, crowd: 20, consumers: 20, names: 1_200 };

async function given(t: TestContext): Promise<InProcess> {
  const journal = new MemoryJournal<Change>([placementProjection]);
  journal.append([...largeWorld(size)], 1);
  const service = await inProcess(journal, { settings: { writeItemsMax: 1_000 } });
  t.after(() => service.close());
  return service;
}

const host = (index: number) => `/resource_providers/${idOf('host', index)}`;
const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

const claims = (count: number, each = 1) =>
  Object.fromEntries(
    times(count, (index) => [
      idOf('other', index),
      {
        allocations: Object.fromEntries(
          times(each, (place) => [idOf('host', 8 + place), { resources: { VCPU: 1 } }]),
        ),
        project_id: 'p',
        user_id: 'u',
        consumer_generation: null,
        consumer_type: 'INSTANCE',
      },
    ]),
  );

const inventories = (count: number) => ({
  resource_provider_generation: 1,
  inventories: Object.fromEntries(times(count, (index) => [nameAt(index + 1), { total: 1 }])),
});

const traits = (count: number) => ({ resource_provider_generation: 1, traits: times(count, nameAt) });
const aggregates = (count: number) => ({
  resource_provider_generation: 1,
  aggregates: times(count, (index) => idOf('aggregate', index + 5_000)),
});

/** A reshape may be four times as large. */
const reshape = (counts: readonly number[]) => ({
  allocations: {},
  inventories: Object.fromEntries(
    counts.map((count, index) => [idOf('host', index + 1), inventories(count)]),
  ),
});

/** What is just small enough, and what is not; a host has four inventories, two traits and two aggregates already. */
const writes: readonly (readonly [
  name: string,
  method: string,
  path: string,
  small: unknown,
  large: unknown,
])[] = [
  ['claims', 'POST', '/allocations', claims(500), claims(501)],
  [
    'a claim',
    'PUT',
    `/allocations/${idOf('other', 0)}`,
    claims(1, 999)[idOf('other', 0)],
    claims(1, 1_000)[idOf('other', 0)],
  ],
  ['inventories', 'PUT', `${host(1)}/inventories`, inventories(995), inventories(1_000)],
  ['traits', 'PUT', `${host(1)}/traits`, traits(997), traits(1_000)],
  ['aggregates', 'PUT', `${host(1)}/aggregates`, aggregates(997), aggregates(1_000)],
  ['a reshape', 'POST', '/reshaper', reshape([995, 995, 995, 995]), reshape([995, 995, 995, 996])],
];

for (const [name, method, path, small, large] of writes) {
  test(`${name}: as much is written as one request may, and of more nothing`, async (t) => {
    const service = await given(t);
    const before = service.world.allocationCount;
    const refused = await service.request(method, path, { version, body: large });
    assert.equal(refused.status, 413, refused.text);
    assert.match(
      refused.text,
      /One re(quest may write or replace 1|shape may write or replace 4)000 .* Nothing was written\./,
    );
    assert.equal(service.world.allocationCount, before);
    assert.equal(service.world.providers.get(idOf('host', 1) as never)?.generation, 1);
    const taken = await service.request(method, path, { version, body: small });
    assert.ok(taken.status < 300, taken.text);
  });
}

test('a provider never gets more inventories one by one than it could be given at once, and can be rid of all', async (t) => {
  const service = await given(t);
  const put = await service.request('PUT', `${host(1)}/inventories`, { version, body: inventories(995) });
  assert.equal(put.status, 200);
  const add = (index: number) =>
    service.request('POST', `${host(1)}/inventories`, {
      version,
      body: { resource_class: nameAt(index), total: 1 },
    });
  const statuses: number[] = [];
  for (let index = 996; index < 1_003; index++) statuses.push((await add(index)).status);
  assert.deepEqual(statuses, [201, 201, 201, 201, 413, 413, 413]);
  assert.equal((await service.request('DELETE', `${host(1)}/inventories`, { version })).status, 204);
  assert.equal((await add(996)).status, 201);
});

test('a class that many have keeps its name, and another gets a new one', async (t) => {
  const service = await given(t);
  const rename = (name: string) =>
    service.request('PUT', `/resource_classes/${name}`, { version: '1.6', body: { name: 'CUSTOM_OTHER' } });
  const refused = await rename('CUSTOM_USED');
  assert.equal(refused.status, 409);
  assert.match(
    refused.text,
    /Cannot rename resource class CUSTOM_USED: more than 1000 providers and consumers/,
  );
  assert.equal((await rename(nameAt(5))).status, 200);
});

test('what a claim gives back counts, but for one consumer it can always be given back', async (t) => {
  const service = await given(t);
  const one = idOf('other', 0);
  const two = idOf('other', 1);
  for (const [id, claim] of Object.entries(claims(2, 600))) {
    assert.equal((await service.request('PUT', `/allocations/${id}`, { version, body: claim })).status, 204);
  }
  const none = {
    allocations: {},
    project_id: 'p',
    user_id: 'u',
    consumer_generation: 1,
    consumer_type: 'INSTANCE',
  };
  const both = await service.request('POST', '/allocations', { version, body: { [one]: none, [two]: none } });
  assert.equal(both.status, 413);
  const alone = await service.request('POST', '/allocations', { version, body: { [one]: none } });
  assert.equal(alone.status, 204, alone.text);
});

test('a large body is read in turns, with the same answers as a small one', async (t) => {
  const service = await given(t);
  const bodies = [
    '{"a" 1}',
    '[1, 2]',
    '{"name": "a", "more": 1}',
    '{"name": "\\ud800"}',
    '{"name": 7}',
    JSON.stringify({ name: 'fine' }),
    '{"name": "a"} x',
    '['.repeat(300),
  ];
  for (const text of bodies) {
    // Space behind a value means nothing, and is where no error is.
    const small = await service.request('POST', '/resource_providers', { version, body: `${text}\n` });
    await service.request(
      'DELETE',
      `/resource_providers/${(small.json as { uuid?: string }).uuid ?? crowded}`,
      { version },
    );
    const { mock } = t.mock.method(turns, 'next');
    const large = await service.request('POST', '/resource_providers', {
      version,
      body: `${text}\n${' '.repeat(3_000_000)}`,
    });
    mock.restore();
    const shown = ({ status, json }: typeof small) =>
      status === 200 ? [status] : [status, (json as { errors: { detail: string }[] }).errors[0]?.detail];
    assert.deepEqual(shown(large), shown(small), text.slice(0, 40));
    assert.ok(mock.callCount() >= 5, `${mock.callCount()} turns`);
  }
});
