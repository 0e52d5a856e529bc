import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { type TextPlace, TextStore } from './text-store.ts';

/** Some fill a slab, in one to three bytes for each character, and some do not fit into one. */
const long = fc
  .tuple(fc.constantFrom('x', 'ä', '…', '😀'), fc.integer({ min: 100_000, max: 1_500_000 }))
  .map(([character, length]) => character.repeat(length / character.length));
const text = fc.oneof(
  { weight: 20, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: long },
);
const step = fc.record({ text, removes: fc.option(fc.nat(), { freq: 2 }) });

test('a text is what was put, until it is removed', () => {
  assertProperty(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const store = new TextStore();
      const there: { place: TextPlace; text: string; next: TextPlace | null }[] = [];
      for (const { text: each, removes } of steps) {
        const next = there.at(-1)?.place ?? null;
        there.push({ place: store.put(each, next), text: each, next });
        if (removes === null) continue;
        const [removed] = there.splice(removes % there.length, 1);
        if (removed) store.remove(removed.place);
      }
      assert.equal(new Set(there.map(({ place }) => place)).size, there.length);
      for (const { place, text: expected, next } of there) {
        assert.ok(store.read(place) === expected);
        assert.equal(store.next(place), next);
      }
    }),
    60,
  );
});

test('places stay small numbers, and what is removed is given back', () => {
  const store = new TextStore();
  const places = Array.from({ length: 300 }, (_, index) => store.put(`${index}`.padEnd(10_000, 'x')));
  assert.ok(Math.max(...places) < 2 ** 19);
  for (const place of places) store.remove(place);
  assert.throws(() => store.read(places[0] as TextPlace), /the text was not removed/);
});
