import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryParams } from '@berth/api-kit/query-params.ts';
import { assertBadRequest } from '../testing/assert-http-error.ts';
import { featuresAt } from '../testing/features-at.ts';
import { parseRequired, parseTraits } from './parse-required.ts';
import type { Version } from './versions.ts';

function parsed(query: string, version: Version = '1.39', suffix = '') {
  return parseRequired(new QueryParams(query), suffix, featuresAt(version));
}

const invalid = (why: string) => `Invalid query string parameters: ${why}`;

test('traits that must be there and traits that must not', () => {
  assert.deepEqual(parsed('required=A,!B,C'), { requiredTraits: [['A'], ['C']], forbiddenTraits: ['B'] });
});

test('without the parameter there are no conditions', () => {
  assert.deepEqual(parsed('resources=VCPU:1'), { requiredTraits: [], forbiddenTraits: [] });
});

test('each group has its own', () => {
  const query = 'required=A&required1=B&required_X=C';
  assert.deepEqual(parsed(query, '1.39', '1').requiredTraits, [['B']]);
  assert.deepEqual(parsed(query, '1.39', '_X').requiredTraits, [['C']]);
});

test('blanks around a trait do not count', () => {
  assert.deepEqual(parsed('required=A,%20B%20'), { requiredTraits: [['A'], ['B']], forbiddenTraits: [] });
});

test('several exclamation marks forbid as one does', () => {
  assert.deepEqual(parsed('required=!!!A'), { requiredTraits: [], forbiddenTraits: ['A'] });
});

test('of several one will do, from 1.39 on', () => {
  assert.deepEqual(parsed('required=in:A,B,A'), { requiredTraits: [['A', 'B']], forbiddenTraits: [] });
  assertBadRequest(
    () => parsed('required=in:A,B', '1.38'),
    invalid(
      "The format 'in:HW_CPU_X86_VMX,CUSTOM_MAGIC' only supported since microversion 1.39. Got: in:A,B",
    ),
  );
});

test('a repeated parameter adds up from 1.39 on, and before that only the last counts', () => {
  const query = 'required=A,!B&required=in:C,D&required=!B,!E';
  assert.deepEqual(parsed(query), { requiredTraits: [['A'], ['C', 'D']], forbiddenTraits: ['B', 'E'] });
  assert.deepEqual(parsed('required=A&required=!B', '1.38'), { requiredTraits: [], forbiddenTraits: ['B'] });
});

test('forbidding came with 1.22', () => {
  assert.deepEqual(parsed('required=!A', '1.22').forbiddenTraits, ['A']);
  assertBadRequest(
    () => parsed('required=A,!B', '1.21'),
    invalid("Expected 'required' parameter value of the form: HW_CPU_X86_VMX,CUSTOM_MAGIC. Got: A,!B"),
  );
});

test('a trait has a name', () => {
  const form = "Expected 'required' parameter value of the form:";
  for (const value of ['', 'A,', ',A', 'A,,B', '!', 'A,!']) {
    assertBadRequest(
      () => parsed(`required=${value}`),
      invalid(`${form} HW_CPU_X86_VMX,!CUSTOM_MAGIC. Got an empty trait in: ${value}`),
    );
  }
  assertBadRequest(
    () => parsed('required=A,', '1.21'),
    invalid(`${form} HW_CPU_X86_VMX,CUSTOM_MAGIC. Got an empty trait in: A,`),
  );
  assertBadRequest(
    () => parsed('required=in:A,'),
    invalid(`${form} in:HW_CPU_X86_VMX,CUSTOM_MAGIC. Got an empty trait in: in:A,`),
  );
});

test('any of some and none of some do not mix', () => {
  assertBadRequest(
    () => parsed('required=in:A,!B'),
    invalid("The format 'in:HW_CPU_X86_VMX,CUSTOM_MAGIC' does not support forbidden traits. Got: in:A,!B"),
  );
});

test('one value may be read by itself, as that of root_required is', () => {
  assert.deepEqual(parseTraits('A,!B', true, false), { required: [['A']], forbidden: ['B'] });
});
