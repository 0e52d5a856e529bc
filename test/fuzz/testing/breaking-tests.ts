import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases, seed } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';

/** Tests that go wrong, each in another way, to see that it is told. Ask for one of them. */
const number = fc.integer({ min: 0, max: 1_000_000 });

describe('numbers', () => {
  test('are small (all of them)', () => {
    let count = 0;
    assertProperty(fc.property(number, (each) => assert.ok(each < 1000 && ++count)));
    afterAllCases(() => assert.ok(count > 50));
  });
  test('are numbers', () => assertProperty(fc.property(number, (each) => Number.isFinite(each))));
});

test('ends', () =>
  assertProperty(
    fc.property(number, (each) => {
      for (let rest = each; rest % 7 === 3; rest += 7);
    }),
  ));

test('eats', async () => {
  const eaten: Uint8Array[] = [];
  await assertProperty(
    fc.asyncProperty(number, async () => {
      eaten.push(new Uint8Array(5_000_000).fill(1));
      await sleep(20);
    }),
  );
});

test('is only wrong with seed 7', () => {
  assert.notEqual(seed(), 7);
});
