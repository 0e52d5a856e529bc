import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Malformed } from '@berth/api-kit/json/json-reading.ts';
import type { Flavor } from '@berth/compute-engine/flavors/flavor.ts';
import type { FlavorId } from '@berth/compute-engine/ids.ts';
import { someFlavor } from '@berth/compute-engine/testing/some-flavor.ts';
import type { ComputeRecord } from './compute-record.ts';
import { computeRecords } from './compute-records.ts';

const flavorRecord = (change: Partial<Flavor> = {}): ComputeRecord => ({
  kind: 'flavor',
  thing: someFlavor(change),
});
const given = (last: number): ComputeRecord => ({ kind: 'number-series', series: 'flavors', last });

function decoded(line: string): ComputeRecord {
  return computeRecords.decode(JSON.parse(line) as Record<string, unknown>);
}

test('a line begins with what it is and which one, and says the rest in one order', () => {
  const line =
    '{"flavor":"small","createdAt":1000,"description":null,"ephemeralGb":0,"extraSpecs":{},"isPublic":true,' +
    '"memoryMb":2048,"name":"m1.small","number":1,"projects":[],"rootGb":20,"rxtxFactor":1,"swapMb":0,' +
    '"updatedAt":null,"vcpus":1}';
  assert.equal(computeRecords.encode(flavorRecord()), line);
  assert.deepEqual(decoded(line), flavorRecord());
  assert.equal(computeRecords.encode(given(7)), '{"number_series":"flavors","last":7}');
  assert.deepEqual(decoded('{"number_series":"flavors","last":7}'), given(7));
});

test('equal things give equal lines, in whichever order their keys came', () => {
  const one = flavorRecord({ extraSpecs: { b: '1', a: '2' } });
  const { vcpus, ...rest } = someFlavor({ extraSpecs: { a: '2', b: '1' } });
  const other: ComputeRecord = { kind: 'flavor', thing: { vcpus, ...rest } };
  assert.equal(computeRecords.encode(one), computeRecords.encode(other));
});

test('keys that every object has by itself are keys like others', () => {
  const extraSpecs = JSON.parse(
    '{"__proto__":"a","constructor":"b","10":"c","9":"d"}',
  ) as Flavor['extraSpecs'];
  const record = flavorRecord({ id: '__proto__' as FlavorId, name: 'constructor', extraSpecs });
  const again = decoded(computeRecords.encode(record));
  assert.deepEqual(again, record);
  assert.ok(again.kind === 'flavor');
  assert.deepEqual(Object.entries(again.thing.extraSpecs), Object.entries(extraSpecs));
  assert.deepEqual([...computeRecords.ruleProblems(again)], []);
});

test('a line that is nothing of compute is malformed', () => {
  for (const line of [
    '{"nothing":"x"}',
    '{"flavor":1}',
    '{"flavor":"a","id":"b"}',
    '{"number_series":"flavors"}',
    '{"number_series":"flavors","last":1.5}',
  ]) {
    assert.throws(() => decoded(line), Malformed, line);
  }
});

for (const [change, problem] of [
  [{ vcpus: 0 }, 'flavor small: vcpus: 0 is less than the minimum of 1'],
  [{ vcpus: 2 ** 31 }, 'flavor small: vcpus: 2147483648 is greater than the maximum of 2147483647'],
  [{ vcpus: '1' as never }, "flavor small: vcpus: '1' is not of type 'integer'"],
  [{ swapMb: 0.5 }, "flavor small: swapMb: 0.5 is not of type 'integer'"],
  [{ rxtxFactor: 0 }, 'flavor small: rxtxFactor: 0 is less than or equal to the minimum of 0'],
  [{ name: '' }, "flavor small: name: '' is too short"],
  [{ name: 'x'.repeat(999) }, /^flavor small: name: 'x+… \(1013 characters\) …x+' is too long$/],
  [{ isPublic: 1 as never }, "flavor small: isPublic: 1 is not of type 'boolean'"],
  [{ extraSpecs: { key: 1 as never } }, "flavor small: key: 1 is not of type 'string'"],
  [
    { extraSpecs: { 'no/path': '' } },
    /^flavor small: extraSpecs: 'no\/path' does not match any of the regexes/,
  ],
  [{ projects: ['a', 'a'] }, "flavor small: projects: ['a', 'a'] has non-unique elements"],
  [{ createdAt: 8.64e15 + 1 }, /^flavor small: createdAt: 8640000000000001 is greater than the maximum/],
  [{ description: '\u0007' }, /^flavor small: description: '\\x07' does not match/],
  [{ extraSpecs: { key: '\ud800' } }, /^flavor small: /],
  [{ id: ' x' as FlavorId }, /^flavor {2}x: id: ' x' does not match/],
  [
    { colour: 'red' } as never,
    /^flavor small: Additional properties are not allowed \('colour' was unexpected\)/,
  ],
] as const) {
  test(`what no client could have written is told: ${String(problem).slice(0, 60)}`, () => {
    const problems = [...computeRecords.ruleProblems(flavorRecord(change))];
    assert.equal(problems.length, 1);
    if (typeof problem === 'string') assert.deepEqual(problems, [problem]);
    else assert.match(problems[0] ?? '', problem);
  });
}

test('a thing that lacks something, or is none at all, is told', () => {
  const { vcpus: _, ...rest } = someFlavor();
  const told = (thing: unknown) => [
    ...computeRecords.ruleProblems({ kind: 'flavor', thing: thing as Flavor }),
  ];
  assert.deepEqual(told(rest), ["flavor small: 'vcpus' is a required property"]);
  for (const none of [null, 1, [], {}]) assert.deepEqual(told(none), ['it has no id']);
});

test('numbers are of series that there are', () => {
  const told = (series: string, last: number) => [
    ...computeRecords.ruleProblems({ kind: 'number-series', series: series as never, last }),
  ];
  assert.deepEqual(told('flavors', 1), []);
  assert.deepEqual(told('flavours', 1), ['there are no numbers of flavours']);
  assert.deepEqual(told('flavors', 0), ['0 numbers of flavors cannot have been given']);
});

test('of all records it is told what is there twice, and which numbers could be given again', () => {
  const check = computeRecords.newCheck();
  const records = [
    given(1),
    flavorRecord(),
    flavorRecord(),
    flavorRecord({ id: 'other' as FlavorId }),
    flavorRecord({ id: 'third' as FlavorId, name: 'm1.third', number: 3 }),
  ];
  const texts = records.flatMap((record) => [...check.problemsOf(record)].map(({ text }) => text));
  assert.deepEqual(texts, [
    'flavor small is there twice',
    'flavor small has the name m1.small, and so has flavor small',
    'flavor small has the number 1, and so has flavor small',
    'flavor other has the name m1.small, and so has flavor small',
    'flavor other has the number 1, and so has flavor small',
  ]);
  assert.deepEqual(
    [...check.problemsOfAll()].map(({ text }) => text),
    ['3 is a number of flavors, of which 1 were given'],
  );
});

test('people are told of what there is, and not of what there is not', () => {
  assert.equal(computeRecords.describeCounts({ flavors: 2 }), '2 flavors');
  assert.deepEqual(computeRecords.countsOf(flavorRecord()), { flavors: 1 });
  assert.deepEqual(computeRecords.countsOf(given(1)), {});
  assert.equal(computeRecords.describe(given(1)), 'numbers of flavors');
});
