import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyCloud, givenCloud, planned } from '../testing/given-cloud.ts';
import { planRecord } from './plan-record.ts';
import { planText } from './plan-text.ts';

const uuid = 'bbbbbbbb-0000-4000-8000-000000000001';
const before = `
providers:
  - {name: old, uuid: ${uuid}, inventories: {VCPU: {total: 8}, DISK_GB: {total: 1}}, traits: [COMPUTE_NODE]}
flavors:
  - {name: f, id: f, ram: 1, vcpus: 1, disk: 0, public: false, description: old, extra_specs: {a: b, c: d}, projects: [p1]}
  - {name: g, id: g, ram: 1, vcpus: 1, disk: 0}
`;
const after = `
traits: [CUSTOM_A]
providers:
  - {name: "new\\e[1m", uuid: ${uuid}, parent: rack, inventories: {VCPU: {total: 16, reserved: 2}, MEMORY_MB: {total: 1}}, traits: [CUSTOM_A]}
  - {name: rack}
flavors:
  - {name: f, description: new, extra_specs: {a: x, e: f}, projects: [p2]}
`.replace('description: new', 'public: false, description: new');
const { steps } = planned(after, givenCloud(before), { prunes: ['flavors'] });

test('a plan is told in lines: what is made, changed and deleted', () => {
  assert.equal(
    planText(steps, false),
    `+ trait CUSTOM_A
+ provider rack
~ provider new\\u{1b}[1m
    ~ name: old -> new\\u{1b}[1m
    ~ parent: none -> rack
~ inventories of new\\u{1b}[1m
    ~ VCPU: total 8 -> 16, reserved 0 -> 2
    - DISK_GB
    + MEMORY_MB: total=1, reserved=0, min_unit=1, max_unit=2147483647, step_size=1, allocation_ratio=1
~ traits of new\\u{1b}[1m
    + CUSTOM_A
    - COMPUTE_NODE
~ description of flavor f
    ~ 'old' -> 'new'
~ extra specs of flavor f
    ~ a: 'b' -> 'x'
    + e=f
    - c
~ projects of flavor f
    + p2
    - p1
- flavor g (g)

9 changes: 2 to make, 6 to change, 1 to delete.
`,
  );
  assert.match(planText([], false), /^There is nothing to do/);
});

test('colours are for terminals', () => {
  assert.equal(planText(steps, true).split('\n')[0], '\x1b[32m+ trait CUSTOM_A\x1b[0m');
});

test('programs get the same steps, in the words of the file', () => {
  const { steps: made } = planned(
    'providers: [{name: a, inventories: {VCPU: {total: 1}}}]\nflavors: [{name: f, ram: 1, vcpus: 1, disk: 0}]',
    emptyCloud,
  );
  const usual = { reserved: 0, min_unit: 1, max_unit: 2147483647, step_size: 1, allocation_ratio: 1 };
  assert.deepEqual(JSON.parse(JSON.stringify(planRecord(made))), {
    changes: [
      { kind: 'create-provider', text: 'provider a', name: 'a', uuid: null, parent: null },
      {
        kind: 'set-inventories',
        text: 'inventories of a',
        provider: 'a',
        before: {},
        after: { VCPU: { total: 1, ...usual } },
      },
      {
        kind: 'create-flavor',
        text: 'flavor f: ram=1, vcpus=1, disk=0, ephemeral=0, swap=0, rxtx_factor=1, public=true',
        name: 'f',
        id: null,
        sizes: { ram: 1, vcpus: 1, disk: 0, ephemeral: 0, swap: 0, rxtx_factor: 1, public: true },
        description: null,
      },
    ],
  });
});
