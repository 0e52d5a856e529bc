import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decide } from '../decide.ts';
import { allocate, allocations } from '../testing/allocate.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { carryOut } from '../testing/carry-out.ts';
import { checkWorld } from '../testing/check-world.ts';
import { generationsMoved } from '../testing/generations-moved.ts';
import { given } from '../testing/given.ts';
import { longAgo, now } from '../testing/instants.ts';
import { className, consumerId, id, named } from '../testing/names.ts';
import { amounts } from '../testing/parse-inventory.ts';
import { reshape } from '../testing/reshape.ts';
import type { WorldState } from '../world.ts';

/** A compute node whose VGPUs are to move to two children, and a consumer of some of them. */
function flat(): WorldState {
  const world = given(`
    cn1      VCPU:16  VGPU:4
      gpu0
      gpu1`);
  allocate(world, 'vm1', 'cn1:VCPU=2,VGPU=2');
  return world;
}

const toChildren = { cn1: 'VCPU:16', gpu0: 'VGPU:2', gpu1: 'VGPU:2' };
const [vcpu, vgpu] = [className('VCPU'), className('VGPU')];

describe('reshape', () => {
  test('moves inventory and what is held of it from a provider to its children, in one step', () => {
    const world = flat();
    carryOut(world, reshape(toChildren, { vm1: 'cn1:VCPU=2 gpu0:VGPU=1 gpu1:VGPU=1' }));
    assert.deepEqual([...named(world, 'cn1').inventories.keys()], ['VCPU']);
    assert.deepEqual([...named(world, 'gpu0').used], [['VGPU', 1]]);
    assert.deepEqual([...named(world, 'gpu1').used], [['VGPU', 1]]);
    assert.deepEqual([...named(world, 'cn1').used], [['VCPU', 2]]);
    checkWorld(world);
  });

  test('is inventories, then consumers, then generations', () => {
    const world = flat();
    assert.deepEqual(decide(world, reshape({ gpu0: 'VGPU:2', cn1: 'VCPU:16' }, { vm1: 'gpu0:VGPU=2' })), [
      {
        kind: 'inventories-set',
        id: id('gpu0'),
        inventories: [{ resourceClass: 'VGPU', ...amounts('2'), createdAt: now, updatedAt: null }],
      },
      {
        kind: 'inventories-set',
        id: id('cn1'),
        inventories: [{ resourceClass: 'VCPU', ...amounts('16'), createdAt: longAgo, updatedAt: now }],
      },
      {
        kind: 'consumer-set',
        consumer: {
          id: consumerId('vm1'),
          generation: 2,
          projectId: 'project',
          userId: 'user',
          type: null,
          createdAt: longAgo,
          allocatedAt: now,
          allocations: allocations('gpu0:VGPU=2'),
        },
      },
      { kind: 'provider-touched', id: id('gpu0'), generation: 3, at: now },
      { kind: 'provider-touched', id: id('cn1'), generation: 2, at: now },
    ]);
  });

  test('moves all of it back again', () => {
    const world = given(`
      cn1    VCPU:16
        gpu0 VGPU:2
        gpu1 VGPU:2`);
    allocate(world, 'vm1', 'gpu0:VGPU=1 gpu1:VGPU=1');
    carryOut(world, reshape({ cn1: 'VCPU:16 VGPU:4', gpu0: '', gpu1: '' }, { vm1: 'cn1:VGPU=2' }));
    assert.equal(named(world, 'gpu0').inventories.size, 0);
    assert.deepEqual([...named(world, 'cn1').used], [['VGPU', 2]]);
    checkWorld(world);
  });

  test('may let a consumer go', () => {
    const world = flat();
    carryOut(world, reshape({ cn1: '' }, { vm1: '' }));
    assert.equal(world.consumers.size, 0);
    assert.equal(named(world, 'cn1').inventories.size, 0);
  });

  test('does not ask how much of an inventory is reserved', () => {
    const world = given('cn1  VCPU:4');
    assert.equal(decide(world, reshape({ cn1: 'VCPU:4(reserved=9)' })).length, 2);
  });
});

describe('the generation of a provider moves on', () => {
  test('by two for new inventories, by one for none, by one more if something is taken from it', () => {
    const world = flat();
    const command = reshape({ cn1: 'VCPU:16', gpu0: 'VGPU:4', gpu1: '' }, { vm1: 'cn1:VCPU=2 gpu0:VGPU=2' });
    const { changes } = carryOut(world, command);
    assert.deepEqual(generationsMoved(world, changes), { cn1: 3, gpu0: 3, gpu1: 1 });
  });

  test('by one if something is taken from it while its inventories stay as they are', () => {
    const world = given(`
      cn1  VCPU:4
      cn2  VCPU:4`);
    const { changes } = carryOut(world, reshape({ cn1: 'VCPU:8' }, { vm1: 'cn2:VCPU=1' }));
    assert.deepEqual(generationsMoved(world, changes), { cn1: 2, cn2: 1 });
  });

  test('by one more if all that somebody had from it is given back, and not if it went elsewhere', () => {
    const gone = flat();
    assert.deepEqual(
      generationsMoved(gone, carryOut(gone, reshape({ cn1: 'VCPU:16' }, { vm1: '' })).changes),
      { cn1: 3 },
    );
    const moved = flat();
    const command = reshape({ cn1: 'VCPU:16', gpu0: 'VGPU:2' }, { vm1: 'gpu0:VGPU=2' });
    assert.deepEqual(generationsMoved(moved, carryOut(moved, command).changes), { cn1: 2, gpu0: 3 });
  });
});

describe('reshape is judged', () => {
  test('with the new inventory where there are both an old and a new one', () => {
    const world = given('cn1  VCPU:4');
    assert.equal(decide(world, reshape({ cn1: 'VCPU:8' }, { vm1: 'cn1:VCPU=8' })).length, 3);
    assertRefused(world, reshape({ cn1: 'VCPU:2' }, { vm1: 'cn1:VCPU=3' }), {
      kind: 'capacity-exceeded',
      id: id('cn1'),
      resourceClass: vcpu,
    });
  });

  test('with the old inventory for what is to go, so that it is its use that is told', () => {
    const world = given('cn1  VCPU:4  VGPU:2');
    assertRefused(world, reshape({ cn1: 'VCPU:4' }, { vm1: 'cn1:VGPU=1' }), {
      kind: 'inventory-in-use',
      id: id('cn1'),
      resourceClasses: [vgpu],
    });
    assertRefused(world, reshape({ cn1: 'VCPU:4' }, { vm1: 'cn1:VGPU=3' }), {
      kind: 'capacity-exceeded',
      id: id('cn1'),
      resourceClass: vgpu,
    });
  });

  test('with the consumers that it does not name as they are', () => {
    const world = flat();
    allocate(world, 'vm2', 'cn1:VGPU=1');
    assertRefused(world, reshape(toChildren, { vm1: 'gpu0:VGPU=2' }), {
      kind: 'inventory-in-use',
      id: id('cn1'),
      resourceClasses: [vgpu],
    });
    assertRefused(world, reshape({ cn1: 'VCPU:16 VGPU:2' }, { vm1: 'cn1:VGPU=2' }), {
      kind: 'capacity-exceeded',
      id: id('cn1'),
      resourceClass: vgpu,
    });
  });
});

describe('reshape is refused', () => {
  test('for what would go though it is used, in the order of the catalog', () => {
    assertRefused(flat(), reshape({ cn1: '' }), {
      kind: 'inventory-in-use',
      id: id('cn1'),
      resourceClasses: [vcpu, vgpu],
    });
  });

  test('for a provider that is not there', () => {
    assertRefused(flat(), reshape({ nobody: 'VCPU:1' }), {
      kind: 'reshape-provider-not-found',
      id: id('nobody'),
    });
  });

  test('for a provider at another generation', () => {
    const world = given('cn1  VCPU:4  gen:3');
    assertRefused(world, reshape({ cn1: 'VCPU:4' }), {
      kind: 'provider-generation-conflict',
      id: id('cn1'),
      expected: 0,
      actual: 3,
    });
  });

  test('for a class that nobody knows, in inventories or allocations', () => {
    const reason = { kind: 'class-not-found', name: className('CUSTOM_NO') } as const;
    assertRefused(flat(), reshape({ gpu0: 'CUSTOM_NO:1' }), reason);
    assertRefused(flat(), reshape({ gpu0: 'VGPU:1' }, { vm1: 'gpu0:CUSTOM_NO=1' }), reason);
  });

  test('for something to be taken where there is nothing, neither before nor after', () => {
    assertRefused(flat(), reshape({ gpu0: 'VGPU:1' }, { vm1: 'gpu1:VGPU=1' }), {
      kind: 'nothing-to-allocate-from',
      providers: [id('gpu1')],
      resourceClasses: [vgpu],
    });
  });

  test('for an amount that the new inventory does not hand out', () => {
    assertRefused(flat(), reshape({ gpu0: 'VGPU:4(max=1)' }, { vm1: 'gpu0:VGPU=2' }), {
      kind: 'amount-not-allowed',
      id: id('gpu0'),
      resourceClass: vgpu,
    });
  });

  test('first for one provider after the other, then consumers, then whom they take from, then classes', () => {
    const world = given(`
      cn1  VCPU:4  gen:3
      cn2  VCPU:4`);
    allocate(world, 'vm1', 'cn2:VCPU=1');
    const staleProvider = {
      kind: 'provider-generation-conflict',
      id: id('cn1'),
      expected: 0,
      actual: 3,
    } as const;
    const missing = { kind: 'reshape-provider-not-found', id: id('nobody') } as const;
    assertRefused(world, reshape({ cn1: '', nobody: '' }, { vm1: 'nobody:VCPU=1' }), staleProvider);
    assertRefused(world, reshape({ nobody: '', cn1: '' }, { vm1: 'nobody:VCPU=1' }), missing);

    const command = reshape({ cn2: 'CUSTOM_NO:1' }, { vm1: 'nobody:CUSTOM_NEITHER=1' });
    const stale = {
      ...command,
      claims: command.claims.map((claim) => ({ ...claim, expectedGeneration: 7 })),
    };
    assertRefused(world, stale, {
      kind: 'consumer-generation-conflict',
      id: consumerId('vm1'),
      actual: 1,
      given: 7,
    });
    assertRefused(world, command, { kind: 'allocation-provider-not-found', id: id('nobody') });
    assertRefused(world, reshape({ cn2: 'CUSTOM_NO:1' }, { vm1: 'cn2:CUSTOM_NEITHER=1' }), {
      kind: 'class-not-found',
      name: className('CUSTOM_NO'),
    });
  });
});
