import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { pack } from './pack.ts';
import { packWhole } from './pack-whole.ts';
import { type Bin, type Item, largestFirst, type Packing } from './packing.ts';

const items = (...amounts: readonly number[]): Item[] =>
  amounts.map((amount, index) => ({ id: `item${index}`, amounts: new Map([['VGPU', amount]]) }));
const bins = (...lefts: readonly number[]): Bin[] =>
  lefts.map((left, index) => ({ id: `bin${index}`, rooms: new Map([['VGPU', { left, unitMax: left }]]) }));
const shown = (packing: Packing | null) =>
  packing &&
  Object.fromEntries(
    packing
      .entries()
      .map(([item, parts]) => [
        item,
        Object.fromEntries(parts.entries().map(([bin, amounts]) => [bin, Object.fromEntries(amounts)])),
      ]),
  );

test('the largest goes first, into the first bin that has room', () => {
  assert.deepEqual(shown(pack(items(1, 3, 2), bins(4, 4))), {
    item1: { bin0: { VGPU: 3 } },
    item2: { bin1: { VGPU: 2 } },
    item0: { bin0: { VGPU: 1 } },
  });
});

test('where the first way fails another is found', () => {
  // First fit puts both of 4 into the first bin, and of the four of 3 one has no place then.
  const tight = items(4, 4, 3, 3, 3, 3);
  assert.notEqual(packWhole(largestFirst(tight, bins(10, 10)), bins(10, 10)), null);
});

test('what fits nowhere whole is divided, and nothing else is', () => {
  assert.deepEqual(shown(pack(items(3, 1), bins(2, 2))), {
    item0: { bin1: { VGPU: 2 }, bin0: { VGPU: 1 } },
    item1: { bin0: { VGPU: 1 } },
  });
});

test('what needs two classes stays together', () => {
  const both = (left: number, memory: number) =>
    new Map([
      ['VCPU', { left, unitMax: left }],
      ['MEMORY_MB', { left: memory, unitMax: memory }],
    ]);
  const guests: Item[] = [
    {
      id: 'a',
      amounts: new Map([
        ['VCPU', 2],
        ['MEMORY_MB', 900],
      ]),
    },
    {
      id: 'b',
      amounts: new Map([
        ['VCPU', 2],
        ['MEMORY_MB', 200],
      ]),
    },
  ];
  const cells: Bin[] = [
    { id: 'cell0', rooms: both(4, 1000) },
    { id: 'cell1', rooms: both(4, 1000) },
  ];
  assert.deepEqual(shown(pack(guests, cells)), {
    a: { cell0: { VCPU: 2, MEMORY_MB: 900 } },
    b: { cell1: { VCPU: 2, MEMORY_MB: 200 } },
  });
});

test('a thousand items that fill their bins to the last are packed at once', () => {
  const many = items(...Array.from({ length: 1000 }, (_, index) => (index % 4) + 1));
  assert.notEqual(pack(many, bins(...Array.from({ length: 10 }, () => 250))), null);
});

test('there is a packing exactly where there is room for all, and each is right', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 7 });
  assertProperty(
    fc.property(sizes, fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 4 }), (amounts, lefts) => {
      const packing: Packing | null = pack(items(...amounts), bins(...lefts));
      assert.equal(packing !== null, sum(amounts) <= sum(lefts), 'what is divided needs nothing but room');
      if (packing === null) return;
      for (const [index, amount] of amounts.entries()) assert.equal(sum(partsOf(packing, index)), amount);
      for (const [index, left] of lefts.entries()) assert.ok(sum(usedOf(packing, index)) <= left);
      const isDivided = packing.values().some((parts) => parts.size > 1);
      assert.equal(isDivided, !canBeWhole(amounts, lefts));
    }),
    500,
  );
});

test('where one item may have no more than a part of a bin, a way is still found', () => {
  const capped = fc.record({ left: fc.integer({ min: 0, max: 4 }), unitMax: fc.constant(2) });
  assertProperty(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
      fc.array(capped, { maxLength: 3 }),
      (amounts, rooms) => {
        const capBins = rooms.map(
          (room, index): Bin => ({ id: `bin${index}`, rooms: new Map([['VGPU', room]]) }),
        );
        assert.equal(pack(items(...amounts), capBins) !== null, canBeDivided(amounts, rooms));
      },
    ),
    500,
  );
});

function partsOf(packing: Packing, item: number): number[] {
  return [...(packing.get(`item${item}`) ?? [])].map(([, amounts]) => amounts.get('VGPU') ?? 0);
}

function usedOf(packing: Packing, bin: number): number[] {
  return [...packing.values()].map((parts) => parts.get(`bin${bin}`)?.get('VGPU') ?? 0);
}

/** Tries everything. */
function canBeWhole([first, ...rest]: readonly number[], lefts: readonly number[]): boolean {
  if (first === undefined) return true;
  return lefts.some((left, index) => left >= first && canBeWhole(rest, lefts.with(index, left - first)));
}

function canBeDivided(
  [first, ...rest]: readonly number[],
  rooms: readonly { left: number; unitMax: number }[],
): boolean {
  if (first === undefined) return true;
  const spread = (
    missing: number,
    bin: number,
    after: readonly { left: number; unitMax: number }[],
  ): boolean => {
    const room = after[bin];
    if (room === undefined) return missing === 0 && canBeDivided(rest, after);
    for (let part = 0; part <= Math.min(missing, room.left, room.unitMax); part += 1) {
      if (spread(missing - part, bin + 1, after.with(bin, { ...room, left: room.left - part }))) return true;
    }
    return false;
  };
  return spread(first, 0, rooms);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
