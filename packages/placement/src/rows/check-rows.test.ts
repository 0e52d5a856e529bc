import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from '@berth/ledger/journal/projection.ts';
import { checkRows } from './check-rows.ts';
import { tables } from './tables.ts';

type Ledger = Record<string, Row[]>;

/** A ledger in order: cn1 with numa0 below it, and vm1, which holds something of both. */
function ledger(): Ledger {
  return {
    resource_classes: [
      { name: 'DISK_GB', position: 2, created_at: null, updated_at: null },
      { name: 'VCPU', position: 0, created_at: null, updated_at: null },
    ],
    traits: [{ name: 'CUSTOM_GOLD', created_at: 1 }],
    providers: [provider('cn1', null), provider('numa0', 'cn1')],
    inventories: [inventory('cn1', 'DISK_GB'), inventory('numa0', 'VCPU')],
    provider_traits: [{ provider_id: 'cn1', trait: 'CUSTOM_GOLD' }],
    provider_aggregates: [{ provider_id: 'cn1', aggregate_id: 'rack' }],
    consumers: [consumer('vm1')],
    allocations: [allocation('vm1', 'cn1', 'DISK_GB', 10), allocation('vm1', 'numa0', 'VCPU', 2)],
  };
}

function provider(id: string, parent: string | null, name = id): Row {
  return { id, name, parent_id: parent, generation: 1, created_at: 1, updated_at: null };
}

function inventory(providerId: string, resourceClass: string): Row {
  const units = { total: 8, reserved: 0, min_unit: 1, max_unit: 8, step_size: 1, allocation_ratio: 1 };
  return {
    provider_id: providerId,
    resource_class: resourceClass,
    ...units,
    created_at: 1,
    updated_at: null,
  };
}

function consumer(id: string): Row {
  return { created_at: 1, id, generation: 1, project_id: 'p', user_id: 'u', type: null, allocated_at: 1 };
}

function allocation(consumerId: string, providerId: string, resourceClass: string, amount: number): Row {
  const made = { consumer_created_at: 1, consumer_id: consumerId };
  return { ...made, provider_id: providerId, resource_class: resourceClass, amount };
}

function check(rows: Ledger) {
  return checkRows((table) => {
    const found = rows[table];
    assert.ok(found, `there is a table ${table}`);
    return found;
  });
}

test('nothing is wrong with a ledger in order, and it is counted', () => {
  assert.deepEqual(check(ledger()), {
    problems: [],
    counts: {
      resource_classes: 2,
      traits: 1,
      providers: 2,
      inventories: 2,
      provider_traits: 1,
      provider_aggregates: 1,
      consumers: 1,
      allocations: 2,
    },
  });
});

test('every table is looked at', () => {
  const { counts } = check(ledger());
  assert.deepEqual(Object.keys(counts).sort(), tables.map(({ name }) => name).sort());
});

test('an empty ledger is in order', () => {
  const { problems } = check(Object.fromEntries(tables.map(({ name }) => [name, []])));
  assert.deepEqual(problems, []);
});

/** What somebody has done to a ledger, and all that is to be told about it. */
const damages: readonly (readonly [string, (rows: Ledger) => void, readonly string[]])[] = [
  [
    'two providers of one name',
    (rows) => rows['providers']?.push(provider('cn2', null, 'cn1')),
    ['Providers cn1 and cn2 have the same name, cn1.'],
  ],
  [
    'a parent that is missing',
    (rows) => rows['providers']?.push(provider('cn2', 'cn9')),
    ['Provider cn2 is below cn9, which does not exist.'],
  ],
  [
    'a grandparent that is missing',
    (rows) => rows['providers']?.push(provider('cn2', 'cn9'), provider('cn3', 'cn2')),
    ['Provider cn2 is below cn9, which does not exist.', 'Provider cn3 is below cn9, which does not exist.'],
  ],
  [
    'its own parent',
    (rows) => rows['providers']?.push(provider('cn2', 'cn2')),
    ['Provider cn2 is in or below a loop of parents.'],
  ],
  [
    'a loop, and something below it',
    (rows) => rows['providers']?.push(provider('a', 'b'), provider('b', 'a'), provider('c', 'b')),
    [
      'Provider a is in or below a loop of parents.',
      'Provider b is in or below a loop of parents.',
      'Provider c is in or below a loop of parents.',
    ],
  ],
  [
    'an inventory of nobody',
    (rows) => rows['inventories']?.push(inventory('cn9', 'VCPU')),
    ['The inventory of VCPU on provider cn9 has no provider.'],
  ],
  [
    'an inventory of an unknown class',
    (rows) => rows['inventories']?.push(inventory('cn1', 'CUSTOM_X')),
    ['The inventory of CUSTOM_X on provider cn1 is of a class that does not exist.'],
  ],
  [
    'a trait of nobody',
    (rows) => rows['provider_traits']?.push({ provider_id: 'cn9', trait: 'CUSTOM_GOLD' }),
    ['The trait CUSTOM_GOLD of provider cn9 has no provider.'],
  ],
  [
    'a trait that nobody knows',
    (rows) => rows['provider_traits']?.push({ provider_id: 'cn1', trait: 'CUSTOM_X' }),
    ['The trait CUSTOM_X of provider cn1 does not exist.'],
  ],
  [
    'an aggregate of nobody',
    (rows) => rows['provider_aggregates']?.push({ provider_id: 'cn9', aggregate_id: 'rack' }),
    ['The provider cn9 of aggregate rack does not exist.'],
  ],
  [
    'a consumer that holds nothing',
    (rows) => rows['consumers']?.push(consumer('vm2')),
    ['Consumer vm2 has no allocations.'],
  ],
  [
    'an allocation to nobody',
    (rows) => rows['allocations']?.push(allocation('vm9', 'cn1', 'DISK_GB', 1)),
    ['The allocation of DISK_GB from provider cn1 to consumer vm9 has no consumer.'],
  ],
  [
    'a consumer that is there twice',
    (rows) => rows['consumers']?.push({ ...consumer('vm1'), created_at: 2 }),
    [
      'Consumer vm1 is there twice.',
      'The allocation of DISK_GB from provider cn1 to consumer vm1 lies where one of another time would.',
      'The allocation of VCPU from provider numa0 to consumer vm1 lies where one of another time would.',
    ],
  ],
  [
    'an allocation with another time of its consumer',
    (rows) =>
      rows['allocations']?.splice(0, 1, {
        ...allocation('vm1', 'cn1', 'DISK_GB', 1),
        consumer_created_at: 2,
      }),
    ['The allocation of DISK_GB from provider cn1 to consumer vm1 lies where one of another time would.'],
  ],
  [
    'an allocation of what is not there',
    (rows) => rows['allocations']?.push(allocation('vm1', 'cn1', 'VCPU', 1)),
    ['The allocation of VCPU from provider cn1 to consumer vm1 has no inventory.'],
  ],
  [
    'an allocation of nothing',
    (rows) => rows['allocations']?.splice(0, 1, allocation('vm1', 'cn1', 'DISK_GB', 0)),
    ['The allocation of DISK_GB from provider cn1 to consumer vm1 is of 0.'],
  ],
  [
    'an allocation of a part',
    (rows) => rows['allocations']?.splice(0, 1, allocation('vm1', 'cn1', 'DISK_GB', 1.5)),
    ['The allocation of DISK_GB from provider cn1 to consumer vm1 is of 1.5.'],
  ],
  [
    'a provider that is gone, with all that hung on it left behind',
    (rows) => rows['providers']?.splice(0, 1),
    [
      'Provider numa0 is below cn1, which does not exist.',
      'The inventory of DISK_GB on provider cn1 has no provider.',
      'The trait CUSTOM_GOLD of provider cn1 has no provider.',
      'The provider cn1 of aggregate rack does not exist.',
    ],
  ],
];

for (const [what, damage, problems] of damages) {
  test(`it finds ${what}`, () => {
    const rows = ledger();
    damage(rows);
    assert.deepEqual(check(rows).problems, problems);
  });
}
