import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '@berth/engine/changes.ts';
import { aggregateId, className, consumerId, id, traitName } from '@berth/engine/testing/names.ts';
import { changeKinds, fieldsOf } from './change-fields.ts';

const at = Date.UTC(2026, 10, 16, 4, 38, 31, 250);
const atText = '2026-11-16T04:38:31.250Z';
const [vcpu, disk] = [className('VCPU'), className('DISK_GB')];
const inventory = {
  resourceClass: vcpu,
  total: 8,
  reserved: 1,
  minUnit: 1,
  maxUnit: 4,
  stepSize: 2,
  allocationRatio: 1.5,
  createdAt: 0,
  updatedAt: at,
};
const consumer = {
  id: consumerId('vm1'),
  generation: 2,
  projectId: 'alpha',
  userId: 'ann',
  type: 'INSTANCE',
  createdAt: 0,
  allocatedAt: at,
  allocations: [
    { providerId: id('cn1'), resourceClass: vcpu, amount: 2 },
    { providerId: id('ss1'), resourceClass: disk, amount: 10 },
    { providerId: id('cn1'), resourceClass: disk, amount: 5 },
  ],
};
const provider = { id: id('numa0'), name: 'numa0', generation: 3, createdAt: 0, updatedAt: at };

/** The form in which clients have them; a change here is a change for clients. */
const forms: readonly (readonly [Change, Readonly<Record<string, unknown>>])[] = [
  [
    { kind: 'provider-set', provider: { ...provider, parentId: id('cn1') } },
    {
      kind: 'provider_set',
      provider_uuid: id('numa0'),
      name: 'numa0',
      parent_provider_uuid: id('cn1'),
      generation: 3,
      created_at: '1970-01-01T00:00:00.000Z',
      updated_at: atText,
    },
  ],
  [
    { kind: 'provider-set', provider: { ...provider, parentId: null, updatedAt: null } },
    {
      kind: 'provider_set',
      provider_uuid: id('numa0'),
      name: 'numa0',
      parent_provider_uuid: null,
      generation: 3,
      created_at: '1970-01-01T00:00:00.000Z',
      updated_at: null,
    },
  ],
  [
    { kind: 'provider-touched', id: id('cn1'), generation: 4, at },
    { kind: 'provider_touched', provider_uuid: id('cn1'), generation: 4, updated_at: atText },
  ],
  [
    { kind: 'provider-removed', id: id('cn1') },
    { kind: 'provider_removed', provider_uuid: id('cn1') },
  ],
  [
    { kind: 'inventories-set', id: id('cn1'), inventories: [inventory] },
    {
      kind: 'inventories_set',
      provider_uuid: id('cn1'),
      inventories: {
        VCPU: {
          total: 8,
          reserved: 1,
          min_unit: 1,
          max_unit: 4,
          step_size: 2,
          allocation_ratio: 1.5,
          created_at: '1970-01-01T00:00:00.000Z',
          updated_at: atText,
        },
      },
    },
  ],
  [
    { kind: 'traits-set', id: id('cn1'), traits: [traitName('CUSTOM_A')] },
    { kind: 'traits_set', provider_uuid: id('cn1'), traits: ['CUSTOM_A'] },
  ],
  [
    { kind: 'aggregates-set', id: id('cn1'), aggregates: [aggregateId('A')] },
    { kind: 'aggregates_set', provider_uuid: id('cn1'), aggregates: [aggregateId('A')] },
  ],
  [
    { kind: 'consumer-set', consumer },
    {
      kind: 'allocations_set',
      consumer_uuid: consumerId('vm1'),
      consumer_generation: 2,
      project_id: 'alpha',
      user_id: 'ann',
      consumer_type: 'INSTANCE',
      created_at: '1970-01-01T00:00:00.000Z',
      allocated_at: atText,
      allocations: {
        [id('cn1')]: { resources: { VCPU: 2, DISK_GB: 5 } },
        [id('ss1')]: { resources: { DISK_GB: 10 } },
      },
    },
  ],
  [
    { kind: 'consumer-removed', id: consumerId('vm1'), createdAt: at },
    { kind: 'allocations_removed', consumer_uuid: consumerId('vm1'), created_at: atText },
  ],
  [
    { kind: 'trait-added', trait: { name: traitName('CUSTOM_A'), createdAt: at } },
    { kind: 'trait_added', trait: 'CUSTOM_A', created_at: atText },
  ],
  [
    { kind: 'trait-removed', name: traitName('CUSTOM_A') },
    { kind: 'trait_removed', trait: 'CUSTOM_A' },
  ],
  [
    { kind: 'class-added', resourceClass: { name: vcpu, order: 0, createdAt: null, updatedAt: null } },
    { kind: 'class_added', resource_class: 'VCPU', position: 0, created_at: null, updated_at: null },
  ],
  [
    { kind: 'class-removed', name: className('CUSTOM_X') },
    { kind: 'class_removed', resource_class: 'CUSTOM_X' },
  ],
  [
    { kind: 'class-renamed', from: className('CUSTOM_X'), to: className('CUSTOM_Y'), at },
    { kind: 'class_renamed', resource_class: 'CUSTOM_Y', former_name: 'CUSTOM_X', updated_at: atText },
  ],
];

for (const [change, form] of forms) {
  test(`a ${change.kind} has its form`, () => {
    const { kind, ...fields } = form;
    assert.equal(
      JSON.stringify({ kind: changeKinds[change.kind].name, ...fieldsOf(change) }),
      JSON.stringify({ kind, ...fields }),
    );
  });
}
