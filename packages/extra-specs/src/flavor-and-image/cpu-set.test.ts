import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import {
  allCpus,
  areSameCpus,
  type CpuSet,
  commonCpus,
  cpuNumbers,
  cpusWithout,
  firstCpus,
  isFault,
  isWithin,
  parseCpuSet,
} from './cpu-set.ts';

function numbersOf(text: string): number[] | string {
  const cpus = parseCpuSet(text);
  return isFault(cpus) ? cpus.fault : cpuNumbers(cpus, 100).map(Number);
}

describe('a CPU set', () => {
  const examples: readonly [string, number[] | string][] = [
    ['0-3', [0, 1, 2, 3]],
    ['1-1', [1]],
    [' 1 , 5 - 6 ,, 3', [1, 3, 5, 6]],
    ['0-5,^2-3,^5', [0, 1, 4]],
    ['^1,0-2', [0, 2]],
    ['1-3,2-5,6', [1, 2, 3, 4, 5, 6]],
    ['', []],
    ['^1', []],
    ['+1,1_0', [1, 10]],
    ['3-1', "Invalid range expression '3-1'"],
    ['1-', "Invalid range expression '1-'"],
    ['^1-x', "Invalid range expression '^1-x'"],
    ['-1', "Invalid range expression '-1'"],
    ['^x', "Invalid exclusion expression '^x'"],
    ['1;2', "Invalid inclusion expression '1;2'"],
    ["it's", 'Invalid inclusion expression "it\'s"'],
  ];
  for (const [text, expected] of examples) {
    test(`is read: '${text}'`, () => assert.deepEqual(numbersOf(text), expected));
  }

  test('is as small as its text, however many CPUs it has', () => {
    assert.deepEqual(parseCpuSet('0-999999999,1000000000-2000000000'), [{ first: 0n, last: 2000000000n }]);
    const excluded = Array.from({ length: 10_000 }, (_, cpu) => `^${3 * cpu}`).join(',');
    assert.equal((parseCpuSet(`0-999999999,${excluded}`) as CpuSet).length, 10_000);
  });

  test('of a flavor begins at 0', () => {
    assert.deepEqual(cpuNumbers(firstCpus(3), 9), [0n, 1n, 2n]);
    assert.deepEqual(firstCpus(0), []);
  });

  test('gives no more numbers than asked for', () => {
    assert.deepEqual(cpuNumbers(firstCpus(2_000_000_000), 2), [0n, 1n]);
  });
});

test('the operations on CPU sets are those on sets', () => {
  const numbers = fc.array(fc.nat({ max: 12 }), { maxLength: 8 });
  const cpuSet = (cpus: Iterable<number>): CpuSet => parseCpuSet([...cpus].join(',')) as CpuSet;
  const listed = (cpus: CpuSet): number[] => cpuNumbers(cpus, 100).map(Number);
  const sorted = (cpus: Iterable<number>): number[] => [...cpus].sort((one, other) => one - other);
  assertProperty(
    fc.property(numbers, numbers, (some, others) => {
      const [one, other] = [new Set(some), new Set(others)];
      const [oneCpus, otherCpus] = [cpuSet(some), cpuSet(others)];
      assert.deepEqual(listed(oneCpus), sorted(one));
      assert.deepEqual(listed(allCpus(oneCpus, otherCpus)), sorted(one.union(other)));
      assert.deepEqual(listed(commonCpus(oneCpus, otherCpus)), sorted(one.intersection(other)));
      assert.deepEqual(listed(cpusWithout(oneCpus, otherCpus)), sorted(one.difference(other)));
      assert.equal(isWithin(oneCpus, otherCpus), one.isSubsetOf(other));
      assert.equal(areSameCpus(oneCpus, otherCpus), one.symmetricDifference(other).size === 0);
    }),
    2000,
  );
});
