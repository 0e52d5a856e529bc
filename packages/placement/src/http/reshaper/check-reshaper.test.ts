import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Change } from '@berth/engine/changes.ts';
import { allocate } from '@berth/engine/testing/allocate.ts';
import { given } from '@berth/engine/testing/given.ts';
import { consumerId, id } from '@berth/engine/testing/names.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementProjection } from '../../rows/projection.ts';
import { changesThatMake } from '../../testing/changes-that-make.ts';
import { type InProcess, inProcess, type InProcessOptions } from '../../testing/in-process.ts';

const version = '1.39';
const path = '/berth/v1/reshaper/check';

/** A compute node whose VGPUs are to move to a child, and a consumer of some of them. */
async function served(t: TestContext, options: InProcessOptions = {}): Promise<InProcess> {
  const world = given(`
    cn1    VCPU:16  VGPU:4
      gpu0`);
  allocate(world, 'vm1', 'cn1:VCPU=2,VGPU=2');
  const journal = new MemoryJournal<Change>([placementProjection]);
  journal.append([...changesThatMake(world)], 1);
  const service = await inProcess(journal, options);
  t.after(() => service.close());
  return service;
}

type Amounts = Record<string, number>;
type Totals = Record<string, Amounts>;

/** Totals by provider (all at generation 0), and what vm1 holds by provider. */
function body(totals: Totals, held: Totals, generation = 1) {
  return {
    inventories: Object.fromEntries(
      Object.entries(totals).map(([name, classes]) => [
        id(name),
        {
          resource_provider_generation: 0,
          inventories: Object.fromEntries(Object.entries(classes).map(([each, total]) => [each, { total }])),
        },
      ]),
    ),
    allocations: {
      [consumerId('vm1')]: {
        allocations: Object.fromEntries(
          Object.entries(held).map(([name, resources]) => [id(name), { resources }]),
        ),
        project_id: 'project',
        user_id: 'user',
        consumer_generation: generation,
        consumer_type: 'INSTANCE',
      },
    },
  };
}

const toChild = body({ cn1: { VCPU: 16 }, gpu0: { VGPU: 4 } }, { cn1: { VCPU: 2 }, gpu0: { VGPU: 2 } });
const inventory = { reserved: 0, min_unit: 1, max_unit: 2147483647, step_size: 1, allocation_ratio: 1 };

describe('a check of a reshape', () => {
  test('says that it would be done, and what it would change, and changes nothing', async (t) => {
    const service = await served(t);
    const { status, json } = await service.request('POST', path, { version, body: toChild });
    assert.equal(status, 200);
    const vcpu = { ...inventory, total: 16 };
    const vgpu = { ...inventory, total: 4 };
    assert.deepEqual(json, {
      would_succeed: true,
      complete: true,
      problems: [],
      providers: [
        {
          uuid: id('cn1'),
          name: 'cn1',
          generation: 0,
          inventories: { before: { VCPU: vcpu, VGPU: vgpu }, after: { VCPU: vcpu } },
        },
        {
          uuid: id('gpu0'),
          name: 'gpu0',
          generation: 0,
          inventories: { before: {}, after: { VGPU: vgpu } },
        },
      ],
      consumers: [
        {
          uuid: consumerId('vm1'),
          before: { [id('cn1')]: { VCPU: 2, VGPU: 2 } },
          after: { [id('cn1')]: { VCPU: 2 }, [id('gpu0')]: { VGPU: 2 } },
        },
      ],
      counts: {
        providers: 2,
        providers_changed: 2,
        consumers: 1,
        consumers_changed: 1,
        items: 11,
        items_max: 20000,
      },
    });
    assert.equal(service.world.consumers.get(consumerId('vm1'))?.generation, 1);
    assert.equal((await service.request('POST', '/reshaper', { version, body: toChild })).status, 204);
    const { json: again } = await service.request('POST', path, { version, body: toChild });
    const { would_succeed, problems } = again as { would_succeed: boolean; problems: { kind: string }[] };
    assert.equal(would_succeed, false);
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      ['provider_generation_conflict', 'provider_generation_conflict', 'consumer_generation_conflict'],
    );
  });

  test('says all that it would be refused for, first what POST /reshaper says, in its words', async (t) => {
    const service = await served(t);
    const wrong = body({ cn1: { VCPU: 1 }, nobody: { VCPU: 1 } }, { cn1: { VCPU: 2 }, gpu0: { VGPU: 1 } }, 7);
    const { json } = await service.request('POST', path, { version, body: wrong });
    const vm1 = consumerId('vm1');
    const about = { providers: [], resource_classes: [], consumers: [] };
    const undefinedCode = 'placement.undefined_code';
    const { problems } = json as { problems: { status: number; code: string; detail: string }[] };
    assert.deepEqual(problems, [
      {
        ...about,
        kind: 'reshape_provider_not_found',
        status: 400,
        code: 'placement.resource_provider.not_found',
        detail: `Resource provider ${id('nobody')} in inventories not found: No resource provider with uuid ${id('nobody')} found`,
        providers: [id('nobody')],
      },
      {
        ...about,
        kind: 'consumer_generation_conflict',
        status: 409,
        code: 'placement.concurrent_update',
        detail: 'consumer generation conflict - expected 1 but got 7',
        consumers: [vm1],
      },
      {
        ...about,
        kind: 'nothing_to_allocate_from',
        status: 409,
        code: undefinedCode,
        detail: `Unable to allocate inventory: Inventory for 'VCPU, VGPU' on resource provider '${id('gpu0')}' invalid.`,
        providers: [id('gpu0')],
        resource_classes: ['VCPU', 'VGPU'],
      },
      {
        ...about,
        kind: 'capacity_exceeded',
        status: 409,
        code: undefinedCode,
        detail:
          `Unable to allocate inventory: Unable to create allocation for 'VCPU' on resource provider '${id('cn1')}'. ` +
          'The requested amount would exceed the capacity.',
        providers: [id('cn1')],
        resource_classes: ['VCPU'],
        consumers: [vm1],
      },
      {
        ...about,
        kind: 'nothing_to_allocate_from',
        status: 409,
        code: undefinedCode,
        detail: `Unable to allocate inventory: Inventory for 'VGPU' on resource provider '${id('gpu0')}' invalid.`,
        providers: [id('gpu0')],
        resource_classes: ['VGPU'],
        consumers: [vm1],
      },
    ]);
    const refused = await service.request('POST', '/reshaper', { version, body: wrong });
    const { errors } = refused.json as { errors: { status: number; code: string; detail: string }[] };
    assert.deepEqual([errors[0]?.status, errors[0]?.code], [problems[0]?.status, problems[0]?.code]);
    assert.ok(errors[0]?.detail.includes(problems[0]?.detail ?? 'nothing'));
  });

  test('refuses a malformed body as POST /reshaper does, at every version', async (t) => {
    const service = await served(t);
    const { allocations: _, ...incomplete } = toChild;
    for (const [at, sent] of [
      [version, incomplete],
      [version, { ...toChild, more: 1 }],
      [version, '{'],
      ['1.37', toChild], // There is no type of a consumer yet.
      ['1.29', toChild],
      ['1.30', { ...toChild, inventories: {} }],
    ] as const) {
      const [checked, posted] = await Promise.all(
        [path, '/reshaper'].map((target) => service.request('POST', target, { version: at, body: sent })),
      );
      assert.ok(checked && posted && checked.status >= 400);
      const told = ({ text }: { text: string }) => text.replace(/"request_id": ?"[^"]*"/, '');
      assert.deepEqual([checked.status, told(checked)], [posted.status, told(posted)]);
    }
  });

  test('says that a body is larger than a write may be, and looks no further', async (t) => {
    const service = await served(t, { settings: { writeItemsMax: 2 } });
    const { status, json } = await service.request('POST', path, { version, body: toChild });
    assert.equal(status, 200);
    const { problems, counts, ...rest } = json as {
      problems: { kind: string; status: number; detail: string }[];
      counts: { items: number; items_max: number };
    };
    assert.deepEqual(rest, { would_succeed: false, complete: false, providers: [], consumers: [] });
    assert.deepEqual([counts.items, counts.items_max], [11, 8]);
    assert.deepEqual([problems.length, problems[0]?.kind, problems[0]?.status], [1, 'too_large', 413]);
    const posted = await service.request('POST', '/reshaper', { version, body: toChild });
    assert.equal(posted.status, 413);
    assert.ok(posted.text.includes(problems[0]?.detail ?? 'nothing'));
  });

  test('is of the newest version for a client that names none', async (t) => {
    const service = await served(t);
    assert.equal((await service.request('POST', path, { body: toChild })).status, 200);
  });
});
