import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { apply } from '@berth/engine/apply.ts';
import { allocate } from '@berth/engine/testing/allocate.ts';
import { given } from '@berth/engine/testing/given.ts';
import { longAgo } from '@berth/engine/testing/instants.ts';
import { className, id, named } from '@berth/engine/testing/names.ts';
import { GivenCloud } from '../../testing/given-cloud.ts';
import { freeAmountsOf } from './free-amounts.ts';
import { knownHostsOf } from './known-hosts.ts';

describe('what is kept of a tree', () => {
  const text = `
    cn1      MEMORY_MB:8192(reserved=192)
      numa0  VCPU:8(ratio=2)
    cn2      VCPU:4  MEMORY_MB:1024`;

  test('is read again when something happens to any part of it', () => {
    const world = given(text);
    const free = freeAmountsOf(world);
    const vcpus = (name: string) => free.vcpusAt(free.rowOf(named(world, name)));
    assert.equal(vcpus('cn1'), 16);
    allocate(world, 'vm', 'numa0:VCPU=3 cn1:MEMORY_MB=1000');
    assert.equal(vcpus('cn1'), 13);
    assert.equal(free.memoryMbAt(free.rowOf(named(world, 'cn1'))), 7000);
    assert.equal(vcpus('cn2'), 4);
  });

  test('is not taken for that of another one at the same index', () => {
    const world = given(text);
    const free = freeAmountsOf(world);
    const gone = named(world, 'cn2');
    assert.equal(free.memoryMbAt(free.rowOf(gone)), 1024);
    apply(world, { kind: 'inventories-set', id: gone.id, inventories: [] });
    apply(world, { kind: 'provider-removed', id: gone.id });
    const facts = { parentId: null, generation: 0, createdAt: longAgo, updatedAt: null };
    apply(world, { kind: 'provider-set', provider: { id: id('new'), name: 'new', ...facts } });
    const units = { reserved: 0, minUnit: 1, maxUnit: 9, stepSize: 1, allocationRatio: 1 };
    const inventory = {
      resourceClass: className('MEMORY_MB'),
      total: 7,
      ...units,
      createdAt: longAgo,
      updatedAt: null,
    };
    apply(world, { kind: 'inventories-set', id: id('new'), inventories: [inventory] });
    assert.equal(named(world, 'new').index, gone.index);
    assert.equal(free.memoryMbAt(free.rowOf(named(world, 'new'))), 7);
  });

  test('grows with the roster', () => {
    const world = given(
      Array.from({ length: 3000 }, (_, index) => `cn${index} VCPU:${index + 1}`).join('\n'),
    );
    const free = freeAmountsOf(world);
    for (const index of [0, 2999, 1500]) {
      assert.equal(free.vcpusAt(free.rowOf(named(world, `cn${index}`))), index + 1);
    }
  });
});

describe('what is kept of a host', () => {
  test('holds until a node or a service changes', () => {
    const cloud = new GivenCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100');
    const known = () => knownHostsOf(cloud.placement).at(named(cloud.placement, 'cn1'), cloud);
    const first = known();
    assert.equal(known(), first);
    cloud.withService('cn1', { isUp: false });
    assert.equal(known()?.service?.isUp, false);
    cloud.withoutNode('cn1');
    assert.equal(known(), null);
  });
});
