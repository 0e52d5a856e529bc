import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { capacityOf, isAllowedAmount, wholeCapacityOf } from './inventory.ts';
import { amounts } from './testing/parse-inventory.ts';

describe('capacity', () => {
  test('is what is not reserved, times the ratio', () => {
    assert.equal(capacityOf(amounts('8')), 8);
    assert.equal(capacityOf(amounts('8(reserved=2)')), 6);
    assert.equal(capacityOf(amounts('8(reserved=2,ratio=16)')), 96);
    assert.equal(capacityOf(amounts('8(ratio=0.5)')), 4);
  });

  test('is a float, with all that comes with it', () => {
    assert.equal(capacityOf(amounts('10(ratio=1.1)')), 11);
    assert.equal(capacityOf(amounts('3(ratio=1.1)')), 3.3000000000000003);
    assert.equal(capacityOf(amounts('100(ratio=1.1)')), 110.00000000000001);
    // The float next to 1.15 is a little less than it, and so is what comes of it.
    assert.equal(capacityOf(amounts('100(ratio=1.15)')), 114.99999999999999);
  });

  test('is nothing when all is reserved, and less than nothing when more is', () => {
    assert.equal(capacityOf(amounts('8(reserved=8,ratio=16)')), 0);
    assert.equal(capacityOf(amounts('8(reserved=9,ratio=1.5)')), -1.5);
  });

  test('is shown cut off towards zero', () => {
    assert.equal(wholeCapacityOf(amounts('3(ratio=1.1)')), 3);
    assert.equal(wholeCapacityOf(amounts('100(ratio=1.1)')), 110);
    assert.equal(wholeCapacityOf(amounts('100(ratio=1.15)')), 114);
    assert.equal(wholeCapacityOf(amounts('8(reserved=9,ratio=1.5)')), -1);
    assert.equal(wholeCapacityOf(amounts('1(ratio=0.99)')), 0);
  });

  test('of the largest total at the largest ratios does not wrap round', () => {
    assert.equal(wholeCapacityOf(amounts('2147483647(ratio=16)')), 34_359_738_352);
    assert.equal(wholeCapacityOf(amounts('2147483647(ratio=1.1)')), 2_362_232_011);
    assert.equal(capacityOf(amounts('2147483647(ratio=3.40282e38)')), 2_147_483_647 * 3.40282e38);
  });
});

describe('an amount is handed out', () => {
  const allowed = (text: string, ...candidates: number[]) =>
    candidates.filter((amount) => isAllowedAmount(amounts(text), amount));

  test('from min_unit to max_unit', () => {
    assert.deepEqual(allowed('8(min=2,max=4)', 1, 2, 3, 4, 5), [2, 3, 4]);
  });

  test('in steps from nothing on, not from min_unit on', () => {
    assert.deepEqual(allowed('99(min=2,step=3)', 1, 2, 3, 4, 5, 6), [3, 6]);
  });

  test('however full the inventory is, and however small', () => {
    assert.deepEqual(allowed('1', 1, 2, 2_147_483_647), [1, 2, 2_147_483_647]);
  });

  test('not at all when the units contradict each other', () => {
    assert.deepEqual(allowed('99(min=4,max=5,step=3)', 3, 4, 5, 6), []);
  });
});
