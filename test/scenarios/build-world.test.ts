import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildWorld } from './build-world.ts';
import { Names } from './names.ts';

const names = new Names();
const uuid = (name: string) => names.uuidOf(name);

test('a world becomes the requests that make it, with the generations that they will meet', () => {
  const requests = buildWorld(
    `
    traits: CUSTOM_GOLD
    cn1     VCPU:8(ratio=2,reserved=1,min=2,max=4,step=2) CUSTOM_GOLD agg:A
      numa0
    vm1 holds cn1:VCPU=2
    vm2 holds cn1:VCPU=4 for alpha/ann as unknown`,
    names,
  );
  assert.deepEqual(
    requests.map(({ method, target, version }) => `${method} ${target} ${version}`),
    [
      'PUT /traits/CUSTOM_GOLD 1.6',
      'POST /resource_providers 1.20',
      `PUT /resource_providers/${uuid('cn1')}/inventories 1.26`,
      `PUT /resource_providers/${uuid('cn1')}/traits 1.6`,
      `PUT /resource_providers/${uuid('cn1')}/aggregates 1.19`,
      'POST /resource_providers 1.20',
      `PUT /allocations/${uuid('vm1')} 1.38`,
      `PUT /allocations/${uuid('vm2')} 1.28`,
    ],
  );
  assert.deepEqual(
    requests.slice(2).map(({ body }) => body),
    [
      {
        inventories: {
          VCPU: { total: 8, reserved: 1, min_unit: 2, max_unit: 4, step_size: 2, allocation_ratio: 2 },
        },
        resource_provider_generation: 0,
      },
      { traits: ['CUSTOM_GOLD'], resource_provider_generation: 1 },
      { aggregates: [uuid('A')], resource_provider_generation: 2 },
      { uuid: uuid('numa0'), name: 'numa0', parent_provider_uuid: uuid('cn1') },
      {
        allocations: { [uuid('cn1')]: { resources: { VCPU: 2 } } },
        project_id: 'project',
        user_id: 'user',
        consumer_generation: null,
        consumer_type: 'INSTANCE',
      },
      {
        allocations: { [uuid('cn1')]: { resources: { VCPU: 4 } } },
        project_id: 'alpha',
        user_id: 'ann',
        consumer_generation: null,
      },
    ],
  );
});

test('what no request can make is refused', () => {
  assert.throws(() => buildWorld('cn1 gen:3', names), /cannot say gen: or used= \(cn1\)/);
  assert.throws(() => buildWorld('cn1 VCPU:8(used=3)', names), /cannot say gen: or used= \(cn1\)/);
  assert.throws(
    () => buildWorld('vm1 holds cn2:VCPU=1', names),
    /a provider that is not there: vm1 holds cn2:VCPU=1/,
  );
  assert.throws(() => buildWorld('cn1 agg:rack', names), /is one letter/);
});
