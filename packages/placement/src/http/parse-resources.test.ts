import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { assertBadRequest } from '../testing/assert-http-error.ts';
import { parseResources } from './parse-resources.ts';

function parsed(value: string): Record<string, number> {
  return Object.fromEntries(parseResources(value));
}

const malformed = (got: string) =>
  `Badly formed resources parameter. Expected resources query string parameter in form: ?resources=VCPU:2,MEMORY_MB:1024. Got: ${got}.`;

test('classes and amounts are read in their order', () => {
  assert.deepEqual(
    [...parseResources('VCPU:2,MEMORY_MB:1024')],
    [
      ['VCPU', 2],
      ['MEMORY_MB', 1024],
    ],
  );
});

test('whatever is written as class:amount is read back', () => {
  const name = fc.stringMatching(/^[A-Z0-9_]{1,12}$/);
  assertProperty(
    fc.property(fc.dictionary(name, fc.integer({ min: 1, max: 2 ** 31 }), { minKeys: 1 }), (amounts) => {
      const text = Object.entries(amounts).map(([key, amount]) => `${key}:${amount}`);
      assert.deepEqual(parsed(text.join(',')), { ...amounts });
    }),
  );
});

test('a class that is named twice counts as it was named last', () => {
  assert.deepEqual(parsed('VCPU:2,VCPU:3'), { VCPU: 3 });
});

test('an amount is a number as Python reads one', () => {
  assert.deepEqual(parsed('VCPU: +1_000 '), { VCPU: 1000 });
});

test('what has no class or no amount is malformed', () => {
  assertBadRequest(() => parseResources(''), malformed('empty string'));
  assertBadRequest(() => parseResources('  '), malformed('empty string'));
  assertBadRequest(() => parseResources('VCPU'), malformed('VCPU'));
  assertBadRequest(() => parseResources('VCPU:1:2'), malformed('VCPU:1:2'));
  assertBadRequest(() => parseResources('VCPU:1,'), malformed(''));
});

test('an amount that is none is refused by the name of its class', () => {
  const expected = 'expected positive integer amount.';
  assertBadRequest(() => parseResources('VCPU:'), `Requested resource VCPU ${expected} Got: .`);
  assertBadRequest(() => parseResources('VCPU:1.5'), `Requested resource VCPU ${expected} Got: 1.5.`);
  assertBadRequest(
    () => parseResources('VCPU:1,DISK_GB:x'),
    `Requested resource DISK_GB ${expected} Got: x.`,
  );
});

test('less than one is not an amount', () => {
  assertBadRequest(() => parseResources('VCPU:0'), 'Requested resource VCPU requires amount >= 1. Got: 0.');
  assertBadRequest(() => parseResources('VCPU:-2'), 'Requested resource VCPU requires amount >= 1. Got: -2.');
});
