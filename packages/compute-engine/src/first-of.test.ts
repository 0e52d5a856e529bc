import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { FirstOf } from './first-of.ts';

interface Thing {
  readonly id: string;
  readonly place: number;
}

const byPlace = (one: Thing, other: Thing) => one.place - other.place || (one.id < other.id ? -1 : 1);

test('the first of many are those that sorting all of them puts first', () => {
  assertProperty(
    fc.property(
      fc.uniqueArray(fc.nat(9_999), { maxLength: 2_000, size: 'max' }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 600 }),
      fc.boolean(),
      (places, count, runLength, comeInRuns) => {
        const things = places.map((place): Thing => ({ id: `${place}`, place }));
        const first = new FirstOf<Thing>(count, byPlace);
        for (let at = 0; at < things.length; at += runLength) {
          const run = things.slice(at, at + runLength);
          if (comeInRuns) first.addRun(run);
          else for (const thing of run) first.add(thing);
        }
        assert.deepEqual(first.inOrder(), things.toSorted(byPlace).slice(0, count));
      },
    ),
  );
});

test('what comes again in a later run takes the place of what it was', () => {
  const first = new FirstOf<Thing>(3, byPlace);
  first.addRun([
    { id: 'a', place: 1 },
    { id: 'b', place: 2 },
  ]);
  first.addRun([]);
  first.addRun([{ id: 'a', place: 3 }]);
  assert.deepEqual(first.inOrder(), [
    { id: 'b', place: 2 },
    { id: 'a', place: 3 },
  ]);
});
