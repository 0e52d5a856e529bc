import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Thing } from '../asking/service.ts';
import { changeLine } from './change-line.ts';

const names = new Map([['p1', 'host1']]);
const line = (fields: Thing) =>
  changeLine({ number: 7, at: '2026-11-16T04:38:31.250Z', ...fields }, names).replace(
    '2026-11-16 04:38:31.250 #7 ',
    '',
  );

test('changes are told with the names of providers, and what holds from then on', () => {
  assert.equal(
    line({
      kind: 'allocations_set',
      consumer_uuid: 'c',
      allocations: { p1: { resources: { VCPU: 2, DISK_GB: 1 } }, p2: { resources: { VCPU: 1 } } },
    }),
    'consumer c holds VCPU=2, DISK_GB=1 of host1; VCPU=1 of p2',
  );
  assert.equal(line({ kind: 'allocations_removed', consumer_uuid: 'c' }), 'consumer c holds nothing');
  assert.equal(
    line({ kind: 'provider_set', provider_uuid: 'p2', name: 'x', parent_provider_uuid: 'p1' }),
    'provider p2 (p2) below host1',
  );
  assert.equal(
    line({ kind: 'inventories_set', provider_uuid: 'p1', inventories: { VCPU: { total: 8 } } }),
    'provider host1 has VCPU=8',
  );
  assert.equal(
    line({ kind: 'inventories_set', provider_uuid: 'p1', inventories: {} }),
    'provider host1 has nothing',
  );
  assert.equal(
    line({ kind: 'traits_set', provider_uuid: 'p1', traits: [] }),
    'provider host1 has traits none',
  );
});

test('things of compute, and kinds that are not known yet, are told as they are', () => {
  assert.equal(line({ kind: 'server_group_set', id: 'g' }), 'server group g');
  assert.equal(line({ kind: 'flavor_removed', id: 'f' }), 'flavor f is gone');
  assert.equal(line({ kind: 'trait_added', trait: 'CUSTOM_A', created_at: null }), 'trait CUSTOM_A');
  assert.equal(line({ kind: 'moon_rose', where: 'east' }), 'moon_rose where=east');
});
