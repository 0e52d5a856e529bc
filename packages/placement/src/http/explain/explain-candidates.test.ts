import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementProjection } from '../../rows/projection.ts';
import { fixedClock } from '../../testing/clocks.ts';
import { usualSettings } from '../../testing/usual-settings.ts';
import type { ExplainSettings } from './explain-settings.ts';
import { type InProcess, inProcess } from '../../testing/in-process.ts';

const version = '1.39';
const path = '/berth/v1/explain/allocation_candidates';
const aggregate = '11111111-2222-4333-8444-555555555555';
const query = `resources=VCPU:8,MEMORY_MB:512&required=CUSTOM_SSD&member_of=${aggregate}&limit=5`;
const uuids = {
  cn1: '00000000-0000-4000-8000-000000000001',
  cn2: '00000000-0000-4000-8000-000000000002',
  cn3: '00000000-0000-4000-8000-000000000003',
};

describe('an explanation', () => {
  let service: InProcess;
  before(async () => {
    service = await twoHostsAndOneWithoutSsd();
  });
  after(() => service.close());

  const get = (target: string, headers: Record<string, string | null> = {}, at = version) =>
    service.request('GET', target, { version: at, headers });

  test('says how many trees are left after each rule, which came near, and what would work', async () => {
    const { status, json, headers } = await get(`${path}?${query}`);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['cache-control'], 'no-cache');
    const amount = (
      rule: string,
      resource_class: string,
      asked: number,
      providers: number,
      trees: number,
    ) => ({
      rule,
      resource_class,
      asked,
      providers,
      trees,
    });
    const member = { rule: 'member_of', aggregates: [aggregate], providers: 1, trees: 1 };
    assert.deepEqual(json, {
      complete: true,
      reached: [],
      text: 'No candidates at 3 trees.',
      hopeless: false,
      trees: 3,
      sharing_trees: 0,
      trees_looked_at: 3,
      trees_undecided: 0,
      trees_with_candidates: 0,
      funnel: {
        root: [],
        groups: [
          {
            suffix: '',
            resources: { VCPU: 8, MEMORY_MB: 512 },
            steps: [
              amount('inventory', 'VCPU', 8, 3, 3),
              amount('unit', 'VCPU', 8, 2, 2),
              amount('capacity', 'VCPU', 8, 1, 1),
              member,
              amount('inventory', 'MEMORY_MB', 512, 1, 1),
              amount('unit', 'MEMORY_MB', 512, 1, 1),
              amount('capacity', 'MEMORY_MB', 512, 1, 1),
              member,
              { rule: 'required', traits: ['CUSTOM_SSD'], trees: 0 },
            ],
          },
        ],
        every_group: 0,
        together: [{ rule: 'required_together', trees: 0 }],
        candidates: 0,
      },
      excluded: [
        {
          rule: 'unit',
          resource_class: 'VCPU',
          asked: 8,
          suffix: '',
          trees: 1,
          text: 'no VCPU in portions of 8',
        },
        {
          rule: 'capacity',
          resource_class: 'VCPU',
          asked: 8,
          suffix: '',
          trees: 1,
          text: 'less than VCPU:8 left',
        },
        { rule: 'required', traits: ['CUSTOM_SSD'], suffix: '', trees: 1, text: 'without CUSTOM_SSD' },
      ],
      nearest: [
        {
          root_provider: { uuid: uuids.cn3, name: 'cn3' },
          lacks: [{ rule: 'required', traits: ['CUSTOM_SSD'], suffix: '', text: 'without CUSTOM_SSD' }],
        },
        {
          root_provider: { uuid: uuids.cn1, name: 'cn1' },
          lacks: [
            {
              rule: 'capacity',
              resource_class: 'VCPU',
              asked: 8,
              suffix: '',
              provider: { uuid: uuids.cn1, name: 'cn1' },
              free: 6,
              used: 0,
              capacity: 6,
              min_unit: 1,
              max_unit: 64,
              step_size: 1,
              text: 'VCPU: 6 free of 6, 8 asked',
            },
          ],
        },
        {
          root_provider: { uuid: uuids.cn2, name: 'cn2' },
          lacks: [
            {
              rule: 'unit',
              resource_class: 'VCPU',
              asked: 8,
              suffix: '',
              provider: { uuid: uuids.cn2, name: 'cn2' },
              free: 64,
              used: 0,
              capacity: 64,
              min_unit: 1,
              max_unit: 4,
              step_size: 1,
              text: 'VCPU: 64 free of 64, 8 asked; max_unit 4',
            },
          ],
        },
      ],
      relaxations: [
        {
          size: 1,
          changes: [{ change: 'lower_amount', suffix: '', resource_class: 'VCPU', from: 8, to: 6 }],
          text: 'lower VCPU from 8 to 6',
          query: `resources=VCPU:6,MEMORY_MB:512&required=CUSTOM_SSD&member_of=${aggregate}&limit=5`,
          candidates: 1,
          at_least: false,
        },
        {
          size: 1,
          changes: [{ change: 'drop_required', suffix: '', traits: ['CUSTOM_SSD'] }],
          text: 'do not require CUSTOM_SSD',
          query: `resources=VCPU:8,MEMORY_MB:512&member_of=${aggregate}&limit=5`,
          candidates: 1,
          at_least: false,
        },
      ],
    });
  });

  test('is a page for people who accept text', async () => {
    const { headers, text } = await get(`${path}?${query}`, { accept: 'text/plain' });
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(
      text,
      `No candidates at 3 trees.

Would work:
  lower VCPU from 8 to 6 (1 candidate)
    resources=VCPU:6,MEMORY_MB:512&required=CUSTOM_SSD&member_of=${aggregate}&limit=5
  do not require CUSTOM_SSD (1 candidate)
    resources=VCPU:8,MEMORY_MB:512&member_of=${aggregate}&limit=5

Left after each step:                               trees  providers
  all                                                   3
  the group without suffix, VCPU:8, MEMORY_MB:512       3
    hands out VCPU in portions of 8                     2          2
    has VCPU:8 left                                     1          1
    has CUSTOM_SSD                                      0
  have a candidate                                      0

Nearest 3 trees:
  cn3 (${uuids.cn3}): without CUSTOM_SSD
  cn1 (${uuids.cn1}): VCPU: 6 free of 6, 8 asked
  cn2 (${uuids.cn2}): VCPU: 64 free of 64, 8 asked; max_unit 4
`,
    );
  });

  test('tells of candidates, too, and then of no changes', async () => {
    const { json } = await get(`${path}?resources=VCPU:2`);
    const { trees_with_candidates, relaxations, funnel } = json as Record<string, unknown>;
    assert.deepEqual([trees_with_candidates, relaxations], [3, []]);
    assert.equal((funnel as { candidates: number }).candidates, 3);
    const { text } = await get(`${path}?resources=VCPU:2`, { accept: 'text/plain' });
    assert.match(text, /^Candidates at 3 of 3 trees\.\n\nLeft after each step:/);
  });

  test('is JSON for who takes anything, and 406 for who takes neither', async () => {
    for (const accept of [null, '*/*', 'application/json', 'text/plain;q=0.5, application/json']) {
      const { headers } = await get(`${path}?${query}`, { accept });
      assert.equal(headers['content-type'], 'application/json', String(accept));
    }
    const { headers } = await get(`${path}?${query}`, { accept: 'application/json;q=0.5, text/plain' });
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal((await get(`${path}?${query}`, { accept: 'image/png' })).status, 406);
  });

  test('gives classes and counts, and no names of providers, to who is no administrator', async () => {
    const asService = { 'x-roles': 'service' };
    const { status, json, text } = await get(`${path}?${query}`, asService);
    const page = await get(`${path}?${query}`, { ...asService, accept: 'text/plain' });
    assert.equal(status, 200);
    const { nearest, excluded, relaxations } = json as Record<string, unknown[] | undefined>;
    assert.deepEqual([nearest, excluded?.length, relaxations?.length], [undefined, 3, 2]);
    for (const [name, uuid] of Object.entries(uuids)) {
      for (const answer of [text, page.text]) {
        assert.ok(!answer.includes(uuid) && !answer.includes(name), answer);
      }
    }
  });

  test('is for those who may ask for candidates', async () => {
    assert.equal((await get(`${path}?${query}`, { 'x-roles': 'reader' })).status, 403);
    assert.equal((await get(`${path}?${query}`, { 'x-auth-token': null })).status, 401);
  });

  test('takes the query of the candidates, and refuses it in the same words', async () => {
    for (const [at, wrong] of [
      ['1.39', ''],
      ['1.39', 'resources=VCPU:0'],
      ['1.39', 'resources=VCPU:1&nonsense=1'],
      ['1.39', 'resources=CUSTOM_UNKNOWN:1'],
      ['1.39', 'resources=VCPU:1&required=CUSTOM_UNKNOWN'],
      ['1.39', 'resources=VCPU:1&resources1=VCPU:1&resources2=VCPU:1'],
      ['1.20', `resources=VCPU:1&member_of=${aggregate}`],
      ['1.9', 'resources=VCPU:1'],
    ] as const) {
      const asked = await get(`/allocation_candidates?${wrong}`, {}, at);
      const explained = await get(`${path}?${wrong}`, {}, at);
      assert.ok(asked.status >= 400);
      assert.deepEqual([explained.status, withoutId(explained.text)], [asked.status, withoutId(asked.text)]);
    }
  });

  test('says which changes would work at the version of the client', async () => {
    for (const [at, asked] of [
      ['1.10', 'resources=VCPU:8,DISK_GB:1'],
      ['1.17', 'resources=VCPU:64&required=CUSTOM_SSD'],
      ['1.21', `resources=VCPU:64&member_of=in:${aggregate},${uuids.cn1}&required=CUSTOM_SSD`],
      [
        '1.25',
        'resources=VCPU:1&resources1=VCPU:64&resources2=VCPU:1&required1=!CUSTOM_SSD&group_policy=isolate',
      ],
      [
        '1.36',
        'resources_X=VCPU:99&required_Y=CUSTOM_SSD&same_subtree=_X,_Y&root_required=CUSTOM_SSD&group_policy=none',
      ],
      ['1.39', 'resources=VCPU:99&required=in:CUSTOM_SSD,CUSTOM_NONE&required=CUSTOM_NONE,!CUSTOM_SSD'],
    ] as const) {
      const { json, text } = await get(`${path}?${asked}`, {}, at);
      const { relaxations } = json as { relaxations: { query: string; candidates: number }[] };
      assert.ok(relaxations?.length > 0, `${asked}: ${text}`);
      for (const { query: other, candidates } of relaxations) {
        const answer = await get(`/allocation_candidates?${other}`, {}, at);
        assert.equal(answer.status, 200, `${other}: ${answer.text}`);
        const { allocation_requests: requests } = answer.json as { allocation_requests: unknown[] };
        assert.equal(requests.length, candidates, other);
      }
    }
  });
});

describe('of nested hosts', () => {
  let service: InProcess;
  before(async () => {
    service = await nestedHost();
  });
  after(() => service.close());

  const explained = async (query: string, at: string | null = version) => {
    const options = { version: at, headers: { accept: 'text/plain' } };
    const { status, text } = await service.request('GET', `${path}?${query}`, options);
    assert.equal(status, 200, text);
    return text;
  };

  test('it says that the root has the trait, and to ask it of the root', async () => {
    const text = await explained('resources1=VCPU:2&required1=CUSTOM_SSD');
    assert.match(text, /require CUSTOM_SSD of the root \(root_required\) instead of group 1 \(1 candidate\)/);
    assert.match(text, /\n    resources1=VCPU:2&root_required=CUSTOM_SSD\n/);
    assert.match(text, /group 1 at numa0: without CUSTOM_SSD, which the root cn1 has\n/);
  });

  test('but not to clients that cannot ask the root for it', async () => {
    const text = await explained('resources1=VCPU:2&required1=CUSTOM_SSD', '1.34');
    assert.match(text, /do not require CUSTOM_SSD/);
    assert.doesNotMatch(text, /root_required/);
  });

  test('it says which group a membership belongs to', async () => {
    const query = `resources1=VCPU:2&resources=DISK_GB:1&member_of1=${aggregate}`;
    const text = await explained(query);
    const move = `ask member_of ${aggregate} of the group without suffix instead of group 1 (1 candidate)`;
    assert.ok(text.includes(move), text);
    assert.ok(text.includes(`outside aggregate ${aggregate}, which the root cn1 is in`), text);
  });

  test('it tells all that the nearest tree lacks', async () => {
    const text = await explained('resources1=VCPU:200&required1=CUSTOM_SSD,CUSTOM_NONE');
    assert.match(
      text,
      new RegExp(
        `Nearest tree:
  cn1 \\(${uuids.cn1}\\):
    group 1 at numa0: VCPU: 64 free of 64, 200 asked; max_unit 64
    group 1 at numa0: without CUSTOM_SSD, which the root cn1 has
    group 1 at numa0: without CUSTOM_NONE
`,
      ),
    );
  });

  test('it says when nothing would work', async () => {
    const text = await explained('resources=VGPU:1');
    assert.match(
      text,
      /^No candidates at 1 tree\.\nNo change to the query would work: nothing less of the same is found at any tree\.\n/,
    );
  });

  test('without a version it is that of the newest one', async () => {
    assert.equal(
      await explained('resources1=VCPU:2&required1=CUSTOM_SSD', null),
      await explained('resources1=VCPU:2&required1=CUSTOM_SSD'),
    );
    const { headers } = await service.request('GET', `${path}?resources=VCPU:1`, { version: null });
    assert.equal(headers['openstack-api-version'], 'placement 1.39');
    const other = { version: null, headers: { 'openstack-api-version': 'compute 2.1' } };
    assert.equal((await service.request('GET', `${path}?resources=VCPU:1`, other)).status, 200);
    // What the original has is at its oldest version, as with the original.
    const providers = await service.request('GET', '/resource_providers', { version: null });
    assert.equal(providers.headers['openstack-api-version'], 'placement 1.0');
  });
});

test('an explanation that is out of time says so', async () => {
  const service = await twoHostsAndOneWithoutSsd({ deadlineMs: 0 });
  const { json, text } = await service.request('GET', `${path}?${query}`, { version });
  const { complete, reached, trees, trees_looked_at: lookedAt } = json as Record<string, unknown>;
  assert.deepEqual([complete, reached, trees, lookedAt], [false, ['time'], 3, 0], text);
  const page = await service.request('GET', `${path}?${query}`, {
    version,
    headers: { accept: 'text/plain' },
  });
  assert.match(
    page.text,
    /^No candidates at 0 trees\.\n3 more were not looked at\.\nNot complete: time was up\.\n/,
  );
  await service.close();
});

test('an explanation is no longer than the settings say', async () => {
  const service = await twoHostsAndOneWithoutSsd({ nearestMax: 1, relaxationsMax: 1 });
  const { json } = await service.request('GET', `${path}?${query}`, { version });
  const { complete, reached, nearest, relaxations } = json as Record<string, unknown[]>;
  assert.deepEqual([complete, reached, nearest?.length, relaxations?.length], [false, ['relaxations'], 1, 1]);
  await service.close();
});

/** A host with its traits and memberships on the root, and its VCPUs on a NUMA node below. */
async function nestedHost(): Promise<InProcess> {
  const service = await inProcess(new MemoryJournal([placementProjection]), { clock: fixedClock(0) });
  const write = async (method: string, target: string, body?: unknown) => {
    const { status, text } = await service.request(method, target, { version, body });
    assert.ok(status < 300, `${method} ${target}: ${status} ${text}`);
  };
  for (const trait of ['CUSTOM_SSD', 'CUSTOM_NONE']) await write('PUT', `/traits/${trait}`);
  await write('POST', '/resource_providers', { name: 'cn1', uuid: uuids.cn1 });
  await write('POST', '/resource_providers', {
    name: 'numa0',
    uuid: uuids.cn2,
    parent_provider_uuid: uuids.cn1,
  });
  const root = `/resource_providers/${uuids.cn1}`;
  await write('PUT', `${root}/traits`, { resource_provider_generation: 0, traits: ['CUSTOM_SSD'] });
  await write('PUT', `${root}/aggregates`, { resource_provider_generation: 1, aggregates: [aggregate] });
  await write('PUT', `${root}/inventories`, {
    resource_provider_generation: 2,
    inventories: { DISK_GB: { total: 10 } },
  });
  await write('PUT', `/resource_providers/${uuids.cn2}/inventories`, {
    resource_provider_generation: 0,
    inventories: { VCPU: { total: 64, max_unit: 64 } },
  });
  return service;
}

async function twoHostsAndOneWithoutSsd(explain: Partial<ExplainSettings> = {}): Promise<InProcess> {
  const service = await inProcess(new MemoryJournal([placementProjection]), {
    settings: { explain: { ...usualSettings.explain, ...explain } },
    clock: fixedClock(0),
  });
  const write = async (method: string, target: string, body?: unknown) => {
    const { status, text } = await service.request(method, target, { version, body });
    assert.ok(status < 300, `${method} ${target}: ${status} ${text}`);
  };
  for (const trait of ['CUSTOM_SSD', 'CUSTOM_NONE']) await write('PUT', `/traits/${trait}`);
  const memory = { MEMORY_MB: { total: 1024 } };
  const inventories = {
    cn1: { VCPU: { total: 6, max_unit: 64 }, ...memory },
    cn2: { VCPU: { total: 64, max_unit: 4 }, ...memory },
    cn3: { VCPU: { total: 64, max_unit: 64 }, ...memory },
  };
  for (const [name, uuid] of Object.entries(uuids)) {
    await write('POST', '/resource_providers', { name, uuid });
    const provider = `/resource_providers/${uuid}`;
    await write('PUT', `${provider}/inventories`, {
      resource_provider_generation: 0,
      inventories: inventories[name as keyof typeof uuids],
    });
    await write('PUT', `${provider}/aggregates`, {
      resource_provider_generation: 1,
      aggregates: [aggregate],
    });
    if (name === 'cn3') continue;
    await write('PUT', `${provider}/traits`, { resource_provider_generation: 2, traits: ['CUSTOM_SSD'] });
  }
  return service;
}

function withoutId(text: string): string {
  return text.replace(/req-[0-9a-f-]+/g, '');
}
