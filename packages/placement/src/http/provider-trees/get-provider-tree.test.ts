import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { noauth2 } from '@berth/api-kit/auth/noauth2.ts';
import { createPolicy } from '@berth/api-kit/policy/enforcer.ts';
import { parsePolicyFile } from '@berth/api-kit/policy/policy-file.ts';
import { turns } from '@berth/api-kit/turns.ts';
import type { Change } from '@berth/engine/changes.ts';
import { allocate } from '@berth/engine/testing/allocate.ts';
import { given } from '@berth/engine/testing/given.ts';
import { aggregateId, consumerId, id } from '@berth/engine/testing/names.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementRules } from '../../policy/rules.ts';
import { placementProjection } from '../../rows/projection.ts';
import { changesThatMake } from '../../testing/changes-that-make.ts';
import { type InProcess, inProcess, requester } from '../../testing/in-process.ts';
import { placementOnJournal } from '../../testing/placement-on-journal.ts';
import { usualSettings } from '../../testing/usual-settings.ts';

const version = '1.39';
const path = (name: string) => `/berth/v1/provider_trees/${id(name)}`;

/** A host with two cells, a pool that shares with it and one that does not, and consumers here and there. */
function journal(): MemoryJournal<Change> {
  const world = given(`
    cn1      VCPU:16(ratio=2)  MEMORY_MB:4096  HW_CPU_X86_AVX2  agg:A,B  gen:3
      numa0  VCPU:8  gen:1
      numa1  VCPU:8
    cn2      VCPU:16
    pool     MISC_SHARES_VIA_AGGREGATE
      ss1    DISK_GB:100(reserved=5)  MISC_SHARES_VIA_AGGREGATE  agg:A,C  gen:7
    ss2      DISK_GB:100  MISC_SHARES_VIA_AGGREGATE  agg:C`);
  allocate(world, 'vm1', 'cn1:MEMORY_MB=512 numa0:VCPU=1 ss1:DISK_GB=10', { type: 'INSTANCE' });
  allocate(world, 'vm2', 'numa0:VCPU=2');
  allocate(world, 'vm3', 'cn2:VCPU=1 numa1:VCPU=1');
  allocate(world, 'vm4', 'cn2:VCPU=1 ss1:DISK_GB=10');
  const made = new MemoryJournal<Change>([placementProjection]);
  made.append([...changesThatMake(world)], 1);
  return made;
}

async function served(t: TestContext): Promise<InProcess> {
  const service = await inProcess(journal());
  t.after(() => service.close());
  return service;
}

function without(record: object, key: string): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

interface Tree {
  readonly providers: readonly { readonly uuid: string; readonly is_sharing: boolean }[];
  readonly allocations?: Readonly<Record<string, unknown>>;
}

describe('a provider tree', () => {
  test('has all of each provider, parents first, and then those that share with the tree', async (t) => {
    const service = await served(t);
    const { status, json, headers } = await service.request('GET', path('numa1'), { version });
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'no-cache');
    const inventory = { reserved: 0, min_unit: 1, max_unit: 2147483647, step_size: 1, allocation_ratio: 1 };
    const root = { root_provider_uuid: id('cn1'), is_sharing: false };
    const cell = { parent_provider_uuid: id('cn1'), ...root, traits: [], aggregates: [] };
    assert.deepEqual(json, {
      providers: [
        {
          uuid: id('cn1'),
          name: 'cn1',
          generation: 3,
          parent_provider_uuid: null,
          ...root,
          inventories: {
            VCPU: { ...inventory, total: 16, allocation_ratio: 2 },
            MEMORY_MB: { ...inventory, total: 4096 },
          },
          traits: ['HW_CPU_X86_AVX2'],
          aggregates: [aggregateId('A'), aggregateId('B')],
        },
        {
          uuid: id('numa0'),
          name: 'numa0',
          generation: 1,
          ...cell,
          inventories: { VCPU: { ...inventory, total: 8 } },
        },
        {
          uuid: id('numa1'),
          name: 'numa1',
          generation: 0,
          ...cell,
          inventories: { VCPU: { ...inventory, total: 8 } },
        },
        {
          uuid: id('ss1'),
          name: 'ss1',
          generation: 7,
          parent_provider_uuid: id('pool'),
          root_provider_uuid: id('pool'),
          inventories: { DISK_GB: { ...inventory, total: 100, reserved: 5 } },
          traits: ['MISC_SHARES_VIA_AGGREGATE'],
          aggregates: [aggregateId('A'), aggregateId('C')],
          is_sharing: true,
        },
      ],
    });
  });

  test('is what single requests tell, whichever of its providers is asked for', async (t) => {
    const service = await served(t);
    const read = async (target: string) =>
      (await service.request('GET', target, { version })).json as Record<string, unknown>;
    for (const name of ['cn1', 'numa0', 'cn2', 'pool', 'ss1', 'ss2']) {
      const { providers } = (await read(path(name))) as unknown as Tree;
      const list = (await read(`/resource_providers?in_tree=${id(name)}`)) as {
        resource_providers: { uuid: string }[];
      };
      const pieces = await Promise.all(
        list.resource_providers.map(async (provider) => ({
          ...without(provider, 'links'),
          inventories: (await read(`/resource_providers/${provider.uuid}/inventories`))['inventories'],
          traits: (await read(`/resource_providers/${provider.uuid}/traits`))['traits'],
          aggregates: (await read(`/resource_providers/${provider.uuid}/aggregates`))['aggregates'],
          is_sharing: false,
        })),
      );
      assert.deepEqual(
        providers.filter((each) => !each.is_sharing),
        pieces,
      );
    }
  });

  test('has its consumers only on request, each with all that it holds, as the version shows it', async (t) => {
    const service = await served(t);
    const asked = `${path('numa1')}?allocations=true`;
    for (const at of ['1.14', '1.27', '1.28', '1.37', '1.38', version]) {
      const { json } = await service.request('GET', asked, { version: at });
      const { allocations = {} } = json as Tree;
      assert.deepEqual(Object.keys(allocations).sort(), ['vm1', 'vm2', 'vm3'].map(consumerId).sort());
      for (const [consumer, shown] of Object.entries(allocations)) {
        const alone = await service.request('GET', `/allocations/${consumer}`, { version: at });
        assert.deepEqual(shown, alone.json);
      }
    }
    const without = await service.request('GET', `${path('numa1')}?allocations=false`, { version });
    assert.deepEqual(Object.keys(without.json as Tree), ['providers']);
  });

  test('is empty where nobody has the uuid', async (t) => {
    const service = await served(t);
    const { status, json } = await service.request('GET', path('nobody'), { version });
    assert.deepEqual([status, json], [200, { providers: [] }]);
    const { json: more } = await service.request('GET', `${path('nobody')}?allocations=true`, { version });
    assert.deepEqual(more, { providers: [], allocations: {} });
  });

  test('is there from 1.14 on, and at the newest for a client that names no version', async (t) => {
    const service = await served(t);
    assert.equal((await service.request('GET', path('cn1'), { version: '1.13' })).status, 404);
    const { status, json } = await service.request('GET', `${path('cn1')}?allocations=true`);
    assert.equal(status, 200);
    const { allocations = {} } = json as Tree;
    assert.ok('consumer_type' in (allocations[consumerId('vm1')] as object));
  });

  test('takes no other parameters, and no other values', async (t) => {
    const service = await served(t);
    for (const query of ['allocations=yes', 'allocations=', 'allocation=true', 'in_tree=x']) {
      const { status } = await service.request('GET', `${path('cn1')}?${query}`, { version });
      assert.equal(status, 400, query);
    }
  });
});

describe('the entity tag of a provider tree', () => {
  const ask = (service: InProcess, target: string, tag: string) =>
    service.request('GET', target, { version, headers: { 'if-none-match': tag } });

  test('saves the answer to whoever has it, as long as nothing of it has changed', async (t) => {
    const service = await served(t);
    const target = `${path('cn1')}?allocations=true`;
    const first = await service.request('GET', target, { version });
    const tag = first.headers['etag'] ?? '';
    assert.match(tag, /^"[\w-]{43}"$/);
    const again = await ask(service, target, `"other", ${tag}`);
    assert.deepEqual([again.status, again.text, again.headers['etag']], [304, '', tag]);
    assert.equal(again.headers['content-type'], undefined);
    const otherForm = await ask(service, path('cn1'), tag);
    assert.equal(otherForm.status, 200);

    for (const [method, changed, body] of [
      ['PUT', `/resource_providers/${id('numa0')}`, { name: 'cell0', parent_provider_uuid: id('cn1') }],
      [
        'PUT',
        `/resource_providers/${id('ss1')}/traits`,
        { traits: ['MISC_SHARES_VIA_AGGREGATE', 'HW_CPU_X86_AVX2'], resource_provider_generation: 7 },
      ],
      // Of the other host only the generation is shown, in what vm3 holds.
      [
        'PUT',
        `/resource_providers/${id('cn2')}/aggregates`,
        { aggregates: [], resource_provider_generation: 0 },
      ],
      ['DELETE', `/allocations/${consumerId('vm2')}`, undefined],
    ] as const) {
      const before = (await service.request('GET', target, { version })).headers['etag'] ?? '';
      const { status, text } = await service.request(method, changed, { version, body });
      assert.ok(status < 300, text);
      const after = await ask(service, target, before);
      assert.equal(after.status, 200, changed);
      assert.notEqual(after.headers['etag'], before);
    }
  });

  test('is the same in another process for the same answer', async (t) => {
    const [one, other] = [await served(t), await served(t)];
    const { headers } = await one.request('GET', path('cn1'), { version });
    assert.equal((await ask(other, path('cn1'), headers['etag'] ?? '')).status, 304);
  });
});

test('a large provider tree waits for its turn, is made while it is sent, and has no tag', async (t) => {
  const world = given(`
    cn1  VCPU:9999
${Array.from({ length: 600 }, (_, index) => `      child${index}  VGPU:1`).join('\n')}`);
  for (let index = 0; index < 600; index++) allocate(world, `vm${index}`, `cn1:VCPU=1 child${index}:VGPU=1`);
  const store = new MemoryJournal<Change>([placementProjection]);
  store.append([...changesThatMake(world)], 1);
  const service = await inProcess(store);
  t.after(() => service.close());
  const remove = `/allocations/${consumerId('vm0')}`;
  const { mock } = t.mock.method(turns, 'next', async () => {
    assert.equal((await service.request('DELETE', remove, { version })).status, 204);
  });
  const { json, headers } = await service.request('GET', `${path('cn1')}?allocations=true`, { version });
  const { providers, allocations = {} } = json as Tree;
  assert.deepEqual([mock.callCount(), headers['etag']], [1, undefined]);
  assert.deepEqual([providers.length, Object.keys(allocations).length], [601, 599]);
  const last = await service.request('GET', `/allocations/${consumerId('vm599')}`, { version });
  assert.deepEqual(allocations[consumerId('vm599')], last.json);
});

test('a provider tree is only for those who may have all of it piece by piece', async (t) => {
  const rules = {
    'resource_providers:list': 'cn1',
    'resource_providers:inventories:list': 'cn1',
    'resource_providers:traits:list': 'cn1',
    'resource_providers:aggregates:list': 'cn1',
    'resource_providers:allocations:list': 'cn1?allocations=true',
    'allocations:list': 'cn1?allocations=true',
  };
  for (const [rule, query] of Object.entries(rules)) {
    const store = journal();
    const placement = await placementOnJournal(store, {
      authenticate: noauth2(),
      policy: createPolicy({
        defaults: placementRules,
        overrides: parsePolicyFile(`"placement:${rule}": "!"\n`, 'policy.yaml'),
        enforceNewDefaults: false,
        enforceScope: true,
      }),
      settings: usualSettings,
      onUnavailable: assert.fail,
      onFault: (thrown) => assert.fail(String(thrown)),
    });
    t.after(() => placement.close());
    const request = requester(placement.handle, new Map());
    const [name = '', parameters] = query.split('?');
    const refused = await request('GET', `${path(name)}${parameters ? `?${parameters}` : ''}`, { version });
    assert.equal(refused.status, 403);
    assert.match(refused.text, new RegExp(`does not allow placement:${rule} to be`));
    const { status } = await request('GET', path(name), { version });
    assert.equal(status, parameters ? 200 : 403);
  }
});
