import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryParams } from '@berth/api-kit/query-params.ts';
import { aggregateId } from '@berth/engine/testing/names.ts';
import { assertBadRequest } from '../testing/assert-http-error.ts';
import { featuresAt } from '../testing/features-at.ts';
import { parseMemberOf } from './parse-member-of.ts';
import type { Version } from './versions.ts';

const [a, b, c] = [aggregateId('A'), aggregateId('B'), aggregateId('C')];

function parsed(query: string, version: Version = '1.39', suffix = '') {
  return parseMemberOf(new QueryParams(query), suffix, featuresAt(version));
}

test('one aggregate, or any of several', () => {
  assert.deepEqual(parsed(`member_of=${a}`), { memberOf: [[a]], forbiddenAggregates: [] });
  assert.deepEqual(parsed(`member_of=in:${a},${b},${a}`), { memberOf: [[a, b]], forbiddenAggregates: [] });
  assert.deepEqual(parsed(''), { memberOf: [], forbiddenAggregates: [] });
});

test('each group has its own', () => {
  assert.deepEqual(parsed(`member_of=${a}&member_of_X=${b}`, '1.39', '_X').memberOf, [[b]]);
});

test('repeated, all of them count, from 1.24 on', () => {
  const query = `member_of=${a}&member_of=in:${b},${c}`;
  assert.deepEqual(parsed(query, '1.24').memberOf, [[a], [b, c]]);
  assertBadRequest(() => parsed(query, '1.23'), 'Multiple member_of parameters are not supported');
  assertBadRequest(
    () => parsed(`member_of1=${a}&member_of1=${b}`, '1.23', '1'),
    'Multiple member_of1 parameters are not supported',
  );
});

test('what must not be, from 1.32 on', () => {
  const query = `member_of=!${a}&member_of=!in:${b},${a}&member_of=${c}`;
  assert.deepEqual(parsed(query, '1.32'), { memberOf: [[c]], forbiddenAggregates: [a, b] });
  assertBadRequest(
    () => parsed(query, '1.31'),
    'Forbidden member_of parameters are not supported in the specified microversion',
  );
});

test('several need to be told what they mean', () => {
  const several = (value: string) =>
    "Multiple values for 'member_of' must be prefixed with the 'in:' or '!in:' keyword using the valid " +
    `microversion. Got: ${value}`;
  assertBadRequest(() => parsed(`member_of=${a},${b}`), several(`${a},${b}`));
  assertBadRequest(() => parsed(`member_of=!${a},${b}`), several(`!${a},${b}`));
});

test('an aggregate is a uuid', () => {
  const wrong = (value: string) =>
    `Invalid query string parameters: Expected 'member_of' parameter to contain valid UUID(s). Got: ${value}`;
  assertBadRequest(() => parsed('member_of=rack'), wrong('rack'));
  assertBadRequest(() => parsed(`member_of=in:${a},`), wrong(''));
  assertBadRequest(() => parsed(`member_of=in:!${a}`), wrong(`!${a}`));
  // That it is a uuid is found out before whether it may be forbidden.
  assertBadRequest(() => parsed('member_of=!rack', '1.31'), wrong('rack'));
});
