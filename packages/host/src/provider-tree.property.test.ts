import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import type { ProviderData } from './provider-data.ts';
import { ProviderTree } from './provider-tree.ts';

const name = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G');

const names = fc.array(name, { maxLength: 4 });

const inventory = fc.dictionary(
  fc.constantFrom('VCPU', 'MEMORY_MB', 'DISK_GB', '__proto__'),
  fc.record(
    { total: fc.nat(9), reserved: fc.nat(2), allocationRatio: fc.constantFrom(1, 1.5) },
    { requiredKeys: ['total'] },
  ),
  { maxKeys: 3 },
);

const provider = fc.record({ parent: fc.option(fc.nat()), inventory, traits: names, aggregates: names });

/** Each hangs below one of those before it, or is a root. */
const forest = fc.array(provider, { minLength: 1, maxLength: 12 });

type Forest = typeof forest extends fc.Arbitrary<infer Value> ? Value : never;

function placesOf(forest: Forest) {
  return forest.map(({ parent }, index) => ({
    uuid: `u${index}`,
    name: `n${index}`,
    generation: index,
    parentUuid: parent === null || index === 0 ? null : `u${parent % index}`,
  }));
}

function treeOf(forest: Forest): ProviderTree {
  const tree = new ProviderTree();
  tree.populateFromIterable(placesOf(forest));
  for (const [index, { inventory, traits, aggregates }] of forest.entries()) {
    tree.updateInventory(`u${index}`, inventory);
    tree.updateTraits(`u${index}`, traits);
    tree.updateAggregates(`u${index}`, aggregates);
    tree.updateResources(`u${index}`, { noted: [...traits] });
  }
  return tree;
}

function allOf(tree: ProviderTree): ProviderData[] {
  return tree.getProviderUuids().map((uuid) => tree.data(uuid));
}

/** Empties whatever can be emptied, and changes the rest. */
function spoil(value: unknown): void {
  if (value instanceof Set) value.clear();
  else if (Array.isArray(value)) value.splice(0);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      spoil(member);
      Reflect.deleteProperty(value, key);
    }
    Reflect.set(value, 'SPOILT', 1);
  }
}

test('nothing that came out of a tree or went into it changes it when it is edited', () => {
  assertProperty(
    fc.property(forest, (forest) => {
      const tree = treeOf(forest);
      const before = structuredClone(allOf(tree));
      spoil(forest);
      const uuids = tree.getProviderUuids();
      for (const uuid of uuids) {
        spoil(tree.data(uuid));
        spoil(tree.getProviderUuids(uuid));
        spoil(tree.getProviderUuidsInTree(uuid));
      }
      spoil(uuids);
      assert.deepEqual(allOf(tree), before);
    }),
  );
});

test('a copy and its original know nothing of what becomes of the other', () => {
  const edit = fc.record({ at: fc.nat(), inventory, traits: names, isRemoved: fc.boolean() });
  assertProperty(
    fc.property(forest, fc.array(edit, { maxLength: 6 }), fc.boolean(), (forest, edits, editsCopy) => {
      const tree = treeOf(forest);
      const copy = tree.copy();
      const before = allOf(tree);
      assert.deepEqual(allOf(copy), before);

      const [edited, kept] = editsCopy ? [copy, tree] : [tree, copy];
      for (const [index, { at, inventory, traits, isRemoved }] of edits.entries()) {
        const target = `u${at % forest.length}`;
        if (!edited.exists(target)) continue;
        edited.updateInventory(target, inventory, 1000 + at);
        edited.addTraits(target, ...traits);
        edited.removeAggregates(target, ...traits);
        edited.updateResources(target, {});
        edited.newChild(`below ${target} by edit ${index}`, target);
        if (isRemoved) edited.remove(target);
      }
      assert.deepEqual(allOf(kept), before);
    }),
  );
});

test('it makes no difference in which order Placement tells of providers', () => {
  assertProperty(
    fc.property(
      forest.chain((forest) => fc.tuple(fc.constant(forest), shuffled(placesOf(forest)))),
      ([forest, places]) => {
        const tree = new ProviderTree();
        tree.populateFromIterable(places);
        const byUuid = (some: ProviderData[]) => some.toSorted((a, b) => a.uuid.localeCompare(b.uuid));
        const expected = new ProviderTree();
        expected.populateFromIterable(placesOf(forest));
        assert.deepEqual(byUuid(allOf(tree)), byUuid(allOf(expected)));
        const at = new Map(tree.getProviderUuids().map((uuid, index) => [uuid, index]));
        for (const { uuid, parentUuid } of places) {
          if (parentUuid !== null) assert.ok((at.get(parentUuid) as number) < (at.get(uuid) as number));
        }
      },
    ),
  );
});

test('an update says that something changed exactly where the tree has changed', () => {
  assertProperty(
    fc.property(forest, inventory, names, (forest, inventory, traits) => {
      const tree = treeOf(forest);
      const before = tree.data('u0');
      const isOther = tree.hasInventoryChanged('u0', inventory);
      const haveOthers = tree.haveTraitsChanged('u0', traits);
      assert.equal(tree.updateInventory('u0', inventory), isOther);
      assert.equal(tree.updateTraits('u0', traits), haveOthers);
      assert.equal(isOther, !isDeepStrictEqual(tree.data('u0').inventory, before.inventory));
      assert.equal(haveOthers, !isDeepStrictEqual(tree.data('u0').traits, before.traits));
    }),
  );
});

function shuffled<Value>(values: readonly Value[]): fc.Arbitrary<Value[]> {
  return fc.shuffledSubarray([...values], { minLength: values.length });
}
