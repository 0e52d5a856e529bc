import fc from 'fast-check';
import { standardClasses } from '../catalog/resource-classes.ts';
import type { Claim } from '../commands/claim.ts';
import type { Reshape } from '../commands/reshape.ts';
import type { Command } from '../decide.ts';
import type { InventoryAmounts } from '../inventory.ts';
import { arbitraryWorld } from './arbitrary-world.ts';
import { now } from './instants.ts';
import { aggregateId, className, consumerId, id, traitName } from './names.ts';

/**
 * Commands for worlds of `arbitraryWorldInUse`, about few things, so that they meet: about half of them are refused.
 *
 * Generations are offsets: 0 is right, whatever the right one is. `withRealGenerations` makes them real.
 */
export function arbitraryCommand(): fc.Arbitrary<Command> {
  return fc.oneof(
    { arbitrary: aboutProviders, weight: 2 },
    { arbitrary: aboutInventories, weight: 2 },
    { arbitrary: aboutNames, weight: 3 },
    { arbitrary: aboutAllocations, weight: 5 },
  );
}

/** A world of `arbitraryWorld`, with two providers besides that have something in use, of a custom class too. */
export function arbitraryWorldInUse(): fc.Arbitrary<string> {
  return arbitraryWorld().map(
    (text) => `
  classes: CUSTOM_Y${text}
  x0  VCPU:8(used=1) CUSTOM_X:8(used=2)
    x1  VCPU:4(max=2) CUSTOM_X:4`,
  );
}

const names = ['p0', 'p1', 'p2', 'p3', 'x0', 'x1'];
const arbitraryId = fc.constantFrom(...names, 'p0', 'x0', 'x0', 'x1').map(id);
const arbitraryClass = fc
  .constantFrom('VCPU', 'VCPU', 'DISK_GB', 'CUSTOM_X', 'CUSTOM_X', 'CUSTOM_Y')
  .map(className);
const mostlyCustomClass = fc
  .constantFrom('CUSTOM_X', 'CUSTOM_X', 'CUSTOM_Y', 'CUSTOM_Z', 'VCPU')
  .map(className);
const arbitraryTrait = fc
  .constantFrom('CUSTOM_A', 'CUSTOM_B', 'CUSTOM_N', 'MISC_SHARES_VIA_AGGREGATE')
  .map(traitName);
const mostlyRight = fc.constantFrom(0, 0, 0, 0, 0, 1);
const rightOrUnchecked = fc.constantFrom(0, 0, 0, null, null, 1);
const time = fc.constant(now);

const aboutProviders: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('create-provider' as const),
    id: fc.constantFrom('p0', 'p3', 'x0', 'y0', 'y1', 'y2').map(id),
    name: fc.constantFrom(...names, 'q0', 'q1', 'q2', ''),
    parentId: fc.option(arbitraryId),
    now: time,
  }),
  fc.record(
    {
      kind: fc.constant('update-provider' as const),
      id: arbitraryId,
      name: fc.constantFrom(...names, 'q0', 'q1', 'q2'),
      parentId: fc.option(arbitraryId, { freq: 3 }),
      allowsReparenting: fc.boolean(),
      now: time,
    },
    { requiredKeys: ['kind', 'id', 'name', 'allowsReparenting', 'now'] },
  ),
  fc.record({ kind: fc.constant('remove-provider' as const), id: arbitraryId }),
);

const arbitraryAmounts: fc.Arbitrary<InventoryAmounts> = fc.record({
  total: fc.integer({ min: 1, max: 8 }),
  reserved: fc.constantFrom(0, 0, 0, 1, 8),
  minUnit: fc.constantFrom(1, 1, 1, 2),
  maxUnit: fc.constantFrom(99, 99, 99, 2),
  stepSize: fc.constantFrom(1, 1, 1, 2),
  allocationRatio: fc.constantFrom(1, 1, 2, 0.5),
});
const arbitraryInventories = fc
  .array(fc.tuple(arbitraryClass, arbitraryAmounts), { maxLength: 3 })
  .map((entries) => new Map(entries));
const ofInventories = { id: arbitraryId, reservedMayEqualTotal: fc.boolean(), now: time };
const ofInventory = { ...ofInventories, resourceClass: arbitraryClass, amounts: arbitraryAmounts };

const aboutInventories: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('set-inventories' as const),
    ...ofInventories,
    expectedGeneration: rightOrUnchecked,
    inventories: arbitraryInventories,
  }),
  fc.record({ kind: fc.constant('add-inventory' as const), ...ofInventory }),
  fc.record({
    kind: fc.constant('update-inventory' as const),
    ...ofInventory,
    expectedGeneration: mostlyRight,
  }),
  fc.record({
    kind: fc.constant('remove-inventory' as const),
    id: arbitraryId,
    resourceClass: arbitraryClass,
    now: time,
  }),
);

const aboutNames: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('set-traits' as const),
    id: arbitraryId,
    expectedGeneration: rightOrUnchecked,
    traits: fc.array(arbitraryTrait, { maxLength: 3 }),
    now: time,
  }),
  fc.record({
    kind: fc.constant('set-aggregates' as const),
    id: arbitraryId,
    expectedGeneration: rightOrUnchecked,
    aggregates: fc.array(fc.constantFrom('A', 'B', 'C').map(aggregateId), { maxLength: 3 }),
    now: time,
  }),
  fc.record({ kind: fc.constant('add-trait' as const), name: arbitraryTrait, now: time }),
  fc.record({ kind: fc.constant('remove-trait' as const), name: arbitraryTrait }),
  fc.record({
    kind: fc.constant('add-class' as const),
    name: mostlyCustomClass,
    mayExist: fc.boolean(),
    now: time,
  }),
  fc.record({ kind: fc.constant('remove-class' as const), name: mostlyCustomClass }),
  fc.record({
    kind: fc.constant('rename-class' as const),
    name: mostlyCustomClass,
    newName: mostlyCustomClass,
    now: time,
  }),
  fc.record({
    kind: fc.constant('sync-catalog' as const),
    traits: fc.constantFrom([], ['HW_CPU_X86_AVX2', 'MISC_SHARES_VIA_AGGREGATE']),
    classes: fc.constantFrom(standardClasses, [...standardClasses, 'CLASS_OF_TOMORROW']),
    now: time,
  }),
);

const arbitraryConsumer = fc.constantFrom('c0', 'c1', 'c2', 'x0/CUSTOM_X').map(consumerId);

/** A consumer takes of one class from one provider at most once. */
const arbitraryAllocations = fc.uniqueArray(
  fc.record({
    providerId: fc.oneof(
      { arbitrary: arbitraryId, weight: 1 },
      { arbitrary: fc.constantFrom(id('x0'), id('x1')), weight: 3 },
    ),
    resourceClass: fc.oneof(
      { arbitrary: arbitraryClass, weight: 1 },
      { arbitrary: fc.constantFrom(className('VCPU'), className('CUSTOM_X')), weight: 3 },
    ),
    amount: fc.constantFrom(1, 1, 1, 2, 3),
  }),
  { maxLength: 3, size: '+1', selector: ({ providerId, resourceClass }) => `${providerId} ${resourceClass}` },
);
const arbitraryClaim: fc.Arbitrary<Claim> = fc.record(
  {
    consumerId: arbitraryConsumer,
    projectId: fc.constantFrom('project', 'other'),
    userId: fc.constantFrom('user', 'other'),
    type: fc.constantFrom('INSTANCE', 'MIGRATION'),
    expectedGeneration: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, null, 1),
    allocations: arbitraryAllocations,
  },
  { requiredKeys: ['consumerId', 'projectId', 'userId', 'allocations'] },
);
const arbitraryClaims = (most: number): fc.Arbitrary<Claim[]> =>
  fc.uniqueArray(arbitraryClaim, { maxLength: most, selector: (claim) => claim.consumerId });

/** A reshape of up to so many providers and as many consumers; its generations are offsets, as those of all commands. */
export function arbitraryReshape(most: number): fc.Arbitrary<Reshape> {
  return fc.record({
    kind: fc.constant('reshape' as const),
    inventories: fc.uniqueArray(
      fc.record({ id: arbitraryId, expectedGeneration: mostlyRight, inventories: arbitraryInventories }),
      { minLength: 1, maxLength: most, selector: (reshaped) => reshaped.id },
    ),
    claims: arbitraryClaims(most),
    now: time,
  });
}

const aboutAllocations: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('set-allocations' as const),
      claims: arbitraryClaims(2),
      now: time,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('remove-allocations' as const), consumerId: arbitraryConsumer }),
  },
  {
    weight: 2,
    arbitrary: arbitraryReshape(2),
  },
);
