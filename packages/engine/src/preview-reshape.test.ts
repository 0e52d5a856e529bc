import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { previewReshape } from './preview-reshape.ts';
import { allocate, allocations } from './testing/allocate.ts';
import { given } from './testing/given.ts';
import { className, consumerId, id, named } from './testing/names.ts';
import { inventories } from './testing/parse-inventory.ts';
import { reshape } from './testing/reshape.ts';

function flat() {
  const world = given(`
    cn1    VCPU:16  VGPU:4
      gpu0`);
  allocate(world, 'vm1', 'cn1:VCPU=2,VGPU=2');
  allocate(world, 'vm2', 'cn1:VCPU=2');
  return world;
}

describe('a preview of a reshape', () => {
  test('tells who would have and who would hold something else, and leaves out the others', () => {
    const world = flat();
    const command = reshape(
      { cn1: 'VCPU:16', gpu0: 'VGPU:4' },
      { vm1: 'gpu0:VGPU=2 cn1:VCPU=2', vm2: 'cn1:VCPU=2' },
    );
    assert.deepEqual(previewReshape(world, command), {
      problems: [],
      providers: [
        {
          id: id('cn1'),
          name: 'cn1',
          generation: 0,
          before: named(world, 'cn1').inventories,
          after: inventories('VCPU:16'),
        },
        { id: id('gpu0'), name: 'gpu0', generation: 0, before: new Map(), after: inventories('VGPU:4') },
      ],
      consumers: [
        {
          id: consumerId('vm1'),
          before: allocations('cn1:VCPU=2,VGPU=2'),
          after: allocations('gpu0:VGPU=2 cn1:VCPU=2'),
        },
      ],
    });
  });

  test('tells of what stays as it is that nothing would change', () => {
    const command = reshape({ cn1: 'VGPU:4 VCPU:16', gpu0: '' }, { vm2: 'cn1:VCPU=2' });
    assert.deepEqual(previewReshape(flat(), command), { problems: [], providers: [], consumers: [] });
  });

  test('tells all reasons against it, each once, with the consumers that it is about', () => {
    const world = given(`
      cn1    VCPU:4  VGPU:4  gen:3
        gpu0
      cn2    VCPU:1`);
    allocate(world, 'vm1', 'cn1:VGPU=1');
    allocate(world, 'vm9', 'cn1:VGPU=1');
    const command = reshape(
      { cn1: 'VCPU:4(max=2)', nobody: 'CUSTOM_NO:1' },
      {
        vm1: 'cn1:VCPU=3 nobody:CUSTOM_NEITHER=1',
        vm2: 'cn1:VCPU=2 gpu0:VGPU=1 cn2:VCPU=2',
        vm3: 'cn2:VCPU=1 nobody:VCPU=1 gpu0:VGPU=1',
      },
      { expectedGeneration: null },
    );
    const { problems } = previewReshape(world, command);
    const [vm1, vm2, vm3] = ['vm1', 'vm2', 'vm3'].map(consumerId);
    const [vcpu, vgpu] = [className('VCPU'), className('VGPU')];
    const neither = className('CUSTOM_NEITHER');
    assert.deepEqual(
      problems.map(({ reason, consumerIds }) => [reason, consumerIds]),
      [
        [{ kind: 'provider-generation-conflict', id: id('cn1'), expected: 0, actual: 3 }, []],
        [{ kind: 'reshape-provider-not-found', id: id('nobody') }, []],
        [{ kind: 'consumer-generation-conflict', id: vm1, actual: 1, given: null }, [vm1]],
        [{ kind: 'allocation-provider-not-found', id: id('nobody') }, [vm1, vm3]],
        [{ kind: 'class-not-found', name: 'CUSTOM_NO' }, []],
        [{ kind: 'class-not-found', name: neither }, []],
        // That a provider has none of all that is asked for comes before what each of them asks of it.
        [{ kind: 'nothing-to-allocate-from', providers: [id('gpu0')], resourceClasses: [vcpu, vgpu] }, []],
        [{ kind: 'amount-not-allowed', id: id('cn1'), resourceClass: vcpu }, [vm1]],
        [{ kind: 'capacity-exceeded', id: id('cn1'), resourceClass: vcpu }, [vm2]],
        [{ kind: 'nothing-to-allocate-from', providers: [id('gpu0')], resourceClasses: [vgpu] }, [vm2, vm3]],
        [{ kind: 'capacity-exceeded', id: id('cn2'), resourceClass: vcpu }, [vm2, vm3]],
        [{ kind: 'inventory-in-use', id: id('cn1'), resourceClasses: [vgpu] }, []],
      ],
    );
  });
});
