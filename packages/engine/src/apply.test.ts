import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { apply } from './apply.ts';
import type { Change } from './changes.ts';
import { consumerFacts, inventoryFacts, providerFacts } from './facts.ts';
import { allocate } from './testing/allocate.ts';
import { checkWorld } from './testing/check-world.ts';
import { dumpWorld } from './testing/dump-world.ts';
import { given } from './testing/given.ts';
import { longAgo, now } from './testing/instants.ts';
import { aggregateId, className, consumerId, id, named, traitName } from './testing/names.ts';
import type { WorldState } from './world.ts';

/** The change makes one world of the other; what it answers with makes the first of it again. */
function assertMakes(before: string | WorldState, change: Change, after: string | WorldState): void {
  const world = typeof before === 'string' ? given(before) : before;
  const dumped = dumpWorld(world);
  const inverse = apply(world, change);
  checkWorld(world);
  assert.deepEqual(dumpWorld(world), dumpWorld(typeof after === 'string' ? given(after) : after));
  apply(world, inverse);
  checkWorld(world);
  assert.deepEqual(dumpWorld(world), dumped);
}

describe('providers', () => {
  test('a new one is found by id, by name and as a root', () => {
    const world = given('cn1');
    assert.equal(world.providers.get(id('cn1')), named(world, 'cn1'));
    assert.equal(named(world, 'cn1').root, named(world, 'cn1'));
    assert.deepEqual([...world.roots], [named(world, 'cn1')]);
  });

  test('one that is set again has the new name and no longer the old one', () => {
    const world = given('cn1 VCPU:4');
    const provider = named(world, 'cn1');
    apply(world, { kind: 'provider-set', provider: { ...providerFacts(provider), name: 'host1' } });
    assert.equal(named(world, 'host1'), provider);
    assert.equal(world.providersByName.has('cn1'), false);
    checkWorld(world);
  });

  test('one that moves takes those below it to its new root', () => {
    const before = `
      cn1
        numa0  VCPU:4
          core0
      cn2`;
    const facts = providerFacts(named(given(before), 'numa0'));
    assertMakes(
      before,
      { kind: 'provider-set', provider: { ...facts, parentId: id('cn2') } },
      `
      cn1
      cn2
        numa0  VCPU:4
          core0`,
    );
  });

  test('one that gets a parent is no root any more', () => {
    const facts = providerFacts(named(given('cn1'), 'cn1'));
    assertMakes(
      `
      cn1
        numa0
      rack`,
      { kind: 'provider-set', provider: { ...facts, parentId: id('rack') } },
      `
      rack
        cn1
          numa0`,
    );
  });

  test('one that is removed is nowhere any more', () => {
    assertMakes(
      `
      cn1
        numa0
        numa1`,
      { kind: 'provider-removed', id: id('numa1') },
      `
      cn1
        numa0`,
    );
    assertMakes('cn1  gen:4', { kind: 'provider-removed', id: id('cn1') }, '');
  });

  test('one that is touched is at the given generation since then', () => {
    const world = given('cn1  gen:3');
    const inverse = apply(world, { kind: 'provider-touched', id: id('cn1'), generation: 7, at: now });
    assert.equal(named(world, 'cn1').generation, 7);
    assert.equal(named(world, 'cn1').updatedAt, now);
    assert.deepEqual(inverse, { kind: 'provider-touched', id: id('cn1'), generation: 3, at: null });
  });

  test('one with children or inventories is not removed: that cannot have been decided', () => {
    const world = given(`
      cn1
        numa0  VCPU:4`);
    assert.throws(() => apply(world, { kind: 'provider-removed', id: id('cn1') }), /has no children/);
    assert.throws(() => apply(world, { kind: 'provider-removed', id: id('numa0') }), /has no inventories/);
  });
});

describe('what hangs on a provider', () => {
  test('inventories are indexed by their classes', () => {
    const before = `
      classes: CUSTOM_FPGA
      cn1  VCPU:4  DISK_GB:10
      cn2  VCPU:4`;
    const inventories = inventoryFacts(named(given('cn1 CUSTOM_FPGA:1'), 'cn1'));
    assertMakes(
      before,
      { kind: 'inventories-set', id: id('cn1'), inventories },
      `
      cn1  CUSTOM_FPGA:1
      cn2  VCPU:4`,
    );
  });

  test('traits are indexed', () => {
    assertMakes(
      'traits: CUSTOM_C\n cn1 CUSTOM_A CUSTOM_B',
      { kind: 'traits-set', id: id('cn1'), traits: ['CUSTOM_B', 'CUSTOM_C'].map(traitName) },
      'traits: CUSTOM_A\n cn1 CUSTOM_B CUSTOM_C',
    );
  });

  test('aggregates are indexed', () => {
    assertMakes(
      'cn1 agg:A,B',
      { kind: 'aggregates-set', id: id('cn1'), aggregates: ['B', 'C'].map(aggregateId) },
      'cn1 agg:B,C',
    );
  });

  test('a sharer is indexed by all its aggregates, whichever came first: the trait or the aggregates', () => {
    const sharing = traitName('MISC_SHARES_VIA_AGGREGATE');
    assertMakes(
      'ss1 agg:A,B',
      { kind: 'traits-set', id: id('ss1'), traits: [sharing] },
      'ss1 agg:A,B MISC_SHARES_VIA_AGGREGATE',
    );
    assertMakes(
      'ss1 agg:A,B MISC_SHARES_VIA_AGGREGATE',
      { kind: 'aggregates-set', id: id('ss1'), aggregates: ['B', 'C'].map(aggregateId) },
      'ss1 MISC_SHARES_VIA_AGGREGATE agg:B,C',
    );
    assertMakes(
      'ss1 agg:A,B MISC_SHARES_VIA_AGGREGATE',
      { kind: 'traits-set', id: id('ss1'), traits: [] },
      'ss1 agg:A,B',
    );
  });
});

describe('consumers', () => {
  const hosts = `
    cn1  VCPU:4
    cn2  VCPU:4`;
  const holding = (text: string, projectId = 'project') => {
    const world = given(hosts);
    allocate(world, 'vm1', text, { projectId });
    return world;
  };
  const changeTo = (text: string, projectId?: string): Change => {
    const consumer = holding(text, projectId).consumers.get(consumerId('vm1'));
    assert.ok(consumer);
    return { kind: 'consumer-set', consumer: consumerFacts(consumer) };
  };

  test('what one holds is the usage of the providers', () => {
    assertMakes(hosts, changeTo('cn1:VCPU=2 cn2:VCPU=1'), holding('cn1:VCPU=2 cn2:VCPU=1'));
    assert.equal(named(holding('cn1:VCPU=2'), 'cn1').used.get(className('VCPU')), 2);
  });

  test('what one held before is given back', () => {
    assertMakes(holding('cn1:VCPU=2'), changeTo('cn1:VCPU=1 cn2:VCPU=3'), holding('cn1:VCPU=1 cn2:VCPU=3'));
  });

  test('one that changes its project is no longer found under the old one', () => {
    assertMakes(holding('cn1:VCPU=2'), changeTo('cn1:VCPU=2', 'other'), holding('cn1:VCPU=2', 'other'));
  });

  test('one that is removed leaves no usage', () => {
    assertMakes(
      holding('cn1:VCPU=2 cn2:VCPU=1'),
      { kind: 'consumer-removed', id: consumerId('vm1'), createdAt: longAgo },
      given(hosts),
    );
  });

  test('one that holds nothing is not set: that cannot have been decided', () => {
    const change = changeTo('cn1:VCPU=1');
    assert.ok(change.kind === 'consumer-set');
    const empty: Change = { ...change, consumer: { ...change.consumer, allocations: [] } };
    assert.throws(() => apply(given(hosts), empty), /holds something/);
  });
});

describe('names', () => {
  test('a trait is added and removed', () => {
    const trait = { name: traitName('CUSTOM_A'), createdAt: 1_000 };
    assertMakes('', { kind: 'trait-added', trait }, 'traits: CUSTOM_A');
    assertMakes('traits: CUSTOM_A', { kind: 'trait-removed', name: trait.name }, '');
  });

  test('a class is added and removed', () => {
    const resourceClass = { name: className('CUSTOM_A'), order: 10_000, createdAt: 1_000, updatedAt: null };
    assertMakes('', { kind: 'class-added', resourceClass }, 'classes: CUSTOM_A');
    assertMakes('classes: CUSTOM_A', { kind: 'class-removed', name: resourceClass.name }, '');
  });

  test('what is counted in a class is counted under its new name, wherever and by whomever', () => {
    const world = (name: string) => {
      const made = given(`
        classes: ${name}
        cn1      VCPU:4  ${name}:8
          numa0  ${name}:8
        cn2      ${name}:8
        cn3      VCPU:4`);
      allocate(made, 'vm1', `cn1:VCPU=1,${name}=2 numa0:${name}=1`);
      allocate(made, 'vm2', `cn1:${name}=3 cn3:VCPU=1`);
      allocate(made, 'vm3', 'cn3:VCPU=1', { projectId: 'other' });
      return made;
    };
    const [from, to] = [className('CUSTOM_OLD'), className('CUSTOM_NEW')];
    assertMakes(world('CUSTOM_OLD'), { kind: 'class-renamed', from, to, at: null }, world('CUSTOM_NEW'));
  });

  test('a class that is renamed keeps its place, and has changed now', () => {
    const world = given('classes: CUSTOM_A CUSTOM_B');
    const [from, to] = [className('CUSTOM_A'), className('CUSTOM_Z')];
    apply(world, { kind: 'class-renamed', from, to, at: now });
    const expected = { name: to, order: 10_000, createdAt: 1_000, updatedAt: now };
    assert.deepEqual(world.classes.get(to), expected);
    assert.equal(world.classes.has(from), false);
  });

  test('a class that is renamed to its own name stays what it is', () => {
    const name = className('CUSTOM_A');
    const world = given('cn1 CUSTOM_A:4(used=1)');
    assertMakes(
      world,
      { kind: 'class-renamed', from: name, to: name, at: null },
      given('cn1 CUSTOM_A:4(used=1)'),
    );
  });
});
