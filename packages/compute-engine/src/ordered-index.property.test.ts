import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { inRuns } from './in-runs.ts';
import { OrderedIndex } from './ordered-index.ts';

type Step =
  | { readonly do: 'put' | 'remove'; readonly number: number }
  | { readonly do: 'put many'; readonly first: number; readonly count: number; readonly isUpwards: boolean }
  | { readonly do: 'remove many'; readonly first: number; readonly count: number };

const number = fc.integer({ min: 0, max: 3_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('put', 'remove'), number }),
  fc.record({
    do: fc.constant('put many'),
    first: number,
    count: fc.integer({ min: 1, max: 1_500 }),
    isUpwards: fc.boolean(),
  }),
  fc.record({ do: fc.constant('remove many'), first: number, count: fc.integer({ min: 1, max: 1_500 }) }),
);

function numbersOf(step: Step): readonly number[] {
  if ('number' in step) return [step.number];
  const numbers = Array.from({ length: step.count }, (_, index) => step.first + index);
  return 'isUpwards' in step && !step.isUpwards ? numbers.reverse() : numbers;
}

function play(steps: readonly Step[]): {
  readonly index: OrderedIndex<number>;
  readonly sorted: readonly number[];
} {
  const index = new OrderedIndex<number>((one, other) => one - other);
  const there = new Set<number>();
  for (const each of steps) {
    for (const one of numbersOf(each)) {
      if (each.do.startsWith('put')) {
        if (!there.has(one)) index.put(one);
        there.add(one);
      } else if (there.delete(one)) index.remove(one);
    }
  }
  return { index, sorted: [...there].sort((one, other) => one - other) };
}

test('an ordered index is a sorted array, wherever it is asked', () => {
  assertProperty(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      number,
      number,
      fc.nat(2_000),
      fc.integer({ min: 1, max: 600 }),
      (steps, bound, end, max, lengthMax) => {
        const { index, sorted } = play(steps);
        assert.equal(index.size, sorted.length);
        assert.deepEqual([...index.from()], sorted);
        assert.deepEqual(
          [...index.from((each) => each < bound)],
          sorted.filter((each) => each >= bound),
        );
        const isBeforeStart = (each: number) => each < bound;
        const isBeforeEnd = (each: number) => each < end;
        const inside = sorted.filter((each) => each >= bound && each < end);
        const runs = [...index.runs({ isBeforeStart, isBeforeEnd, lengthMax })];
        assert.deepEqual(runs.flat(), inside);
        assert.ok(runs.every((run) => run.length <= lengthMax));
        assert.deepEqual([...index.runs({ lengthMax })].flat(), sorted);
        const between = inside.length;
        assert.equal(index.countBetween(isBeforeStart, isBeforeEnd), between);
        const counted = index.countBetween(isBeforeStart, isBeforeEnd, max);
        assert.ok(between > max ? counted > max : counted === between);
      },
    ),
  );
});

test('a walk meets everything once that is there all the time, whatever comes and goes meanwhile', () => {
  assertProperty(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 10 }),
      fc.array(step, { maxLength: 10 }),
      fc.option(fc.integer({ min: 1, max: 600 })),
      (before, during, lengthMax) => {
        const { index, sorted } = play(before);
        const there = new Set(sorted);
        const always = new Set(sorted);
        const seen: number[] = [];
        const changes = during.flatMap((each) =>
          numbersOf(each).map((one) => ({ one, isPut: each.do.startsWith('put') })),
        );
        const walk = lengthMax === null ? inRuns(index.from(), 1) : index.runs({ lengthMax });
        for (const run of walk) {
          seen.push(...run);
          for (const { one, isPut } of changes.splice(0, 3 * run.length)) {
            if (isPut && !there.has(one)) index.put(one);
            if (!isPut && there.has(one)) index.remove(one);
            if (isPut) there.add(one);
            else {
              there.delete(one);
              always.delete(one);
            }
          }
        }
        assert.deepEqual(
          seen,
          [...new Set(seen)].sort((one, other) => one - other),
        );
        const met = new Set(seen);
        for (const each of always) assert.ok(met.has(each), `${each} was not met`);
      },
    ),
  );
});

test('what is not there cannot be removed', () => {
  const index = new OrderedIndex<number>((one, other) => one - other);
  index.put(1);
  assert.throws(() => index.remove(2));
});
