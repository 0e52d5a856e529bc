import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decide } from '../decide.ts';
import { allocate, allocations } from '../testing/allocate.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { carryOut } from '../testing/carry-out.ts';
import { generationsMoved } from '../testing/generations-moved.ts';
import { given } from '../testing/given.ts';
import { longAgo, now } from '../testing/instants.ts';
import { className, consumerId, id, named } from '../testing/names.ts';
import type { Claim } from './claim.ts';
import type { SetAllocations } from './set-allocations.ts';

function claim(consumer: string, text: string, more: Partial<Claim> = {}): Claim {
  return {
    consumerId: consumerId(consumer),
    projectId: 'project',
    userId: 'user',
    allocations: allocations(text),
    ...more,
  };
}

function set(...claims: Claim[]): SetAllocations {
  return { kind: 'set-allocations', claims, now };
}

const vcpu = className('VCPU');

describe('what a consumer holds', () => {
  test('a new consumer is at generation 1, and what it takes from moves on by one', () => {
    const world = given(`
      cn1  VCPU:4  gen:3
      ss1  DISK_GB:100  gen:7`);
    const command = set(
      claim('vm1', 'cn1:VCPU=2 ss1:DISK_GB=10', { type: 'INSTANCE', expectedGeneration: null }),
    );
    assert.deepEqual(decide(world, command), [
      {
        kind: 'consumer-set',
        consumer: {
          id: consumerId('vm1'),
          generation: 1,
          projectId: 'project',
          userId: 'user',
          type: 'INSTANCE',
          createdAt: now,
          allocatedAt: now,
          allocations: allocations('cn1:VCPU=2 ss1:DISK_GB=10'),
        },
        isNew: true,
      },
      { kind: 'provider-touched', id: id('cn1'), generation: 4, at: now },
      { kind: 'provider-touched', id: id('ss1'), generation: 8, at: now },
    ]);
  });

  test('is replaced as a whole; the consumer moves on by one and keeps its birthday', () => {
    const world = given('cn1  VCPU:4  MEMORY_MB:512');
    allocate(world, 'vm1', 'cn1:VCPU=2', { generation: 5 });
    const [change] = decide(world, set(claim('vm1', 'cn1:MEMORY_MB=64', { projectId: 'p2', userId: 'u2' })));
    assert.deepEqual(change, {
      kind: 'consumer-set',
      consumer: {
        id: consumerId('vm1'),
        generation: 6,
        projectId: 'p2',
        userId: 'u2',
        type: null,
        createdAt: longAgo,
        allocatedAt: now,
        allocations: allocations('cn1:MEMORY_MB=64'),
      },
    });
  });

  test('the type stays if the claim has none, and is replaced if it has one', () => {
    const world = given('cn1  VCPU:4');
    const typeAfter = (type?: string) => {
      const [change] = decide(world, set(claim('vm1', 'cn1:VCPU=1', type === undefined ? {} : { type })));
      return change?.kind === 'consumer-set' ? change.consumer.type : undefined;
    };
    assert.equal(typeAfter(), null);
    allocate(world, 'vm1', 'cn1:VCPU=2', { type: 'INSTANCE' });
    assert.equal(typeAfter(), 'INSTANCE');
    assert.equal(typeAfter('MIGRATION'), 'MIGRATION');
  });

  test('nothing means that the consumer goes', () => {
    const world = given('cn1  VCPU:4  gen:3');
    allocate(world, 'vm1', 'cn1:VCPU=2');
    assert.deepEqual(decide(world, set(claim('vm1', ''))), [
      { kind: 'consumer-removed', id: consumerId('vm1'), createdAt: longAgo },
      { kind: 'provider-touched', id: id('cn1'), generation: 4, at: now },
    ]);
  });

  test('nothing for a consumer that has nothing is no change', () => {
    assert.deepEqual(decide(given('cn1  VCPU:4'), set(claim('vm1', '', { expectedGeneration: null }))), []);
  });
});

describe('which generations move', () => {
  const hosts = `
    cn1  VCPU:4  MEMORY_MB:512
    cn2  VCPU:4
    cn3  VCPU:4`;

  test('that of each provider that something is taken from, by one, however many classes', () => {
    const world = given(hosts);
    const { changes } = carryOut(world, set(claim('vm1', 'cn1:VCPU=1,MEMORY_MB=1 cn2:VCPU=1')));
    assert.deepEqual(generationsMoved(world, changes), { cn1: 1, cn2: 1 });
  });

  test('by one, however many consumers take from it in one command', () => {
    const world = given(hosts);
    const { changes } = carryOut(world, set(claim('vm1', 'cn1:VCPU=1'), claim('vm2', 'cn1:VCPU=1')));
    assert.deepEqual(generationsMoved(world, changes), { cn1: 1 });
    assert.equal(named(world, 'cn1').generation, 1);
  });

  test('not that of a provider that a consumer has left for others', () => {
    const world = given(hosts);
    allocate(world, 'vm1', 'cn1:VCPU=1 cn2:VCPU=1');
    const { changes } = carryOut(world, set(claim('vm1', 'cn2:VCPU=1 cn3:VCPU=1')));
    assert.deepEqual(generationsMoved(world, changes), { cn2: 1, cn3: 1 });
  });

  test('those of all that a consumer which gives everything back had something from', () => {
    const world = given(hosts);
    allocate(world, 'vm1', 'cn1:VCPU=1,MEMORY_MB=1 cn2:VCPU=1');
    const { changes } = carryOut(world, set(claim('vm1', ''), claim('vm2', 'cn3:VCPU=1')));
    assert.deepEqual(generationsMoved(world, changes), { cn1: 1, cn2: 1, cn3: 1 });
  });
});

describe('room', () => {
  test('what the consumer held is free for it again', () => {
    const world = given('cn1  VCPU:4(used=1)');
    allocate(world, 'vm1', 'cn1:VCPU=3');
    assert.equal(decide(world, set(claim('vm1', 'cn1:VCPU=3'))).length, 2);
    assertRefused(world, set(claim('vm1', 'cn1:VCPU=4')), {
      kind: 'capacity-exceeded',
      id: id('cn1'),
      resourceClass: vcpu,
    });
  });

  test('what one consumer of the command gives back another may take, in either order', () => {
    const world = given('cn1  VCPU:4');
    allocate(world, 'vm1', 'cn1:VCPU=4');
    const give = claim('vm1', '');
    const take = claim('vm2', 'cn1:VCPU=4');
    assert.equal(decide(world, set(give, take)).length, 3);
    assert.equal(decide(world, set(take, give)).length, 3);
  });

  test('what several consumers of the command take must fit together', () => {
    const world = given('cn1  VCPU:4');
    assert.equal(decide(world, set(claim('vm1', 'cn1:VCPU=2'), claim('vm2', 'cn1:VCPU=2'))).length, 3);
    assertRefused(world, set(claim('vm1', 'cn1:VCPU=2'), claim('vm2', 'cn1:VCPU=3')), {
      kind: 'capacity-exceeded',
      id: id('cn1'),
      resourceClass: vcpu,
    });
  });

  test('is measured with the ratio and without what is reserved', () => {
    const world = given('cn1  VCPU:4(reserved=1,ratio=1.5)');
    assert.equal(decide(world, set(claim('vm1', 'cn1:VCPU=4'))).length, 2);
    assertRefused(world, set(claim('vm1', 'cn1:VCPU=5')), {
      kind: 'capacity-exceeded',
      id: id('cn1'),
      resourceClass: vcpu,
    });
  });

  test('a consumer of an overfull inventory may not even keep what it has', () => {
    const world = given('cn1  VCPU:2(used=1)');
    allocate(world, 'vm1', 'cn1:VCPU=2');
    assertRefused(world, set(claim('vm1', 'cn1:VCPU=2')), {
      kind: 'capacity-exceeded',
      id: id('cn1'),
      resourceClass: vcpu,
    });
  });

  test('an amount must be one that the inventory hands out', () => {
    const world = given('cn1  VCPU:8(min=2,max=6,step=2)');
    const reason = { kind: 'amount-not-allowed', id: id('cn1'), resourceClass: vcpu } as const;
    for (const amount of [1, 3, 8]) assertRefused(world, set(claim('vm1', `cn1:VCPU=${amount}`)), reason);
    for (const amount of [2, 4, 6]) {
      assert.equal(decide(world, set(claim('vm1', `cn1:VCPU=${amount}`))).length, 2);
    }
  });

  test('the units are each consumer’s own matter', () => {
    const world = given('cn1  VCPU:8(max=4)');
    assert.equal(decide(world, set(claim('vm1', 'cn1:VCPU=4'), claim('vm2', 'cn1:VCPU=4'))).length, 3);
  });
});

describe('refused', () => {
  const world = given(`
    cn1    VCPU:4
    empty1
    empty2
    ss1    DISK_GB:10`);
  allocate(world, 'vm1', 'cn1:VCPU=1', { generation: 3 });

  test('a consumer at another generation', () => {
    const refusedWith = (consumer: string, expectedGeneration: number | null, actual: number | null) =>
      assertRefused(world, set(claim(consumer, 'cn1:VCPU=1', { expectedGeneration })), {
        kind: 'consumer-generation-conflict',
        id: consumerId(consumer),
        actual,
        given: expectedGeneration,
      });
    refusedWith('vm1', 2, 3);
    refusedWith('vm1', null, 3);
    refusedWith('new', 0, null);
    assert.equal(decide(world, set(claim('vm1', 'cn1:VCPU=1', { expectedGeneration: 3 }))).length, 2);
  });

  test('a provider that is not there', () => {
    assertRefused(world, set(claim('vm2', 'cn1:VCPU=1 nobody:VCPU=1')), {
      kind: 'allocation-provider-not-found',
      id: id('nobody'),
    });
  });

  test('a class that nobody knows', () => {
    assertRefused(world, set(claim('vm2', 'cn1:VCPU=1,CUSTOM_NO=1')), {
      kind: 'class-not-found',
      name: className('CUSTOM_NO'),
    });
  });

  test('providers that have nothing of all that is asked for, each once, with the classes as in the catalog', () => {
    assertRefused(
      world,
      set(claim('vm2', 'empty1:DISK_GB=1 cn1:VCPU=1 empty2:VCPU=1'), claim('vm3', 'empty1:VCPU=1')),
      {
        kind: 'nothing-to-allocate-from',
        providers: [id('empty1'), id('empty2')],
        resourceClasses: ['VCPU', 'DISK_GB'].map(className),
      },
    );
  });

  test('a provider that has something else of what is asked for', () => {
    assertRefused(world, set(claim('vm2', 'cn1:VCPU=1 ss1:VCPU=1,DISK_GB=1')), {
      kind: 'nothing-to-allocate-from',
      providers: [id('ss1')],
      resourceClasses: [vcpu],
    });
  });

  test('all consumers of the command, if one is', () => {
    const before = world.allocationCount;
    assert.throws(() => decide(world, set(claim('vm2', 'cn1:VCPU=1'), claim('vm3', 'cn1:VCPU=9'))));
    assert.equal(world.allocationCount, before);
  });

  test('of several reasons: generations of consumers, then providers, then classes, then who has nothing', () => {
    const stale = claim('vm1', 'cn1:VCPU=1', { expectedGeneration: 9 });
    const noProvider = claim('vm2', 'nobody:CUSTOM_NO=1');
    const noClass = claim('vm3', 'empty1:CUSTOM_NO=1');
    const nothing = claim('vm4', 'empty1:VCPU=1');
    const conflict = {
      kind: 'consumer-generation-conflict',
      id: consumerId('vm1'),
      actual: 3,
      given: 9,
    } as const;
    assertRefused(world, set(noProvider, stale), conflict);
    assertRefused(world, set(noClass, noProvider), {
      kind: 'allocation-provider-not-found',
      id: id('nobody'),
    });
    assertRefused(world, set(nothing, noClass), { kind: 'class-not-found', name: className('CUSTOM_NO') });
    assertRefused(world, set(claim('vm5', 'cn1:VCPU=99'), nothing), {
      kind: 'nothing-to-allocate-from',
      providers: [id('empty1')],
      resourceClasses: [vcpu],
    });
  });

  test('then one allocation after the other: first the amount, then the capacity', () => {
    const units = given(`
      cn1  VCPU:4(step=3)
      cn2  VCPU:4`);
    const notAllowed = { kind: 'amount-not-allowed', id: id('cn1'), resourceClass: vcpu } as const;
    const exceeded = { kind: 'capacity-exceeded', id: id('cn2'), resourceClass: vcpu } as const;
    assertRefused(units, set(claim('vm1', 'cn1:VCPU=5')), notAllowed);
    assertRefused(units, set(claim('vm1', 'cn2:VCPU=5 cn1:VCPU=1')), exceeded);
    assertRefused(units, set(claim('vm1', 'cn1:VCPU=1 cn2:VCPU=5')), notAllowed);
  });
});
