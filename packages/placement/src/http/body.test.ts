import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryParams } from '@berth/api-kit/query-params.ts';
import { assertBadRequest } from '../testing/assert-http-error.ts';
import { body, queryCheck } from './body.ts';
import { integer, object, text } from './fragments.ts';

const read = body(
  object({ name: text, size: integer }, ['name']),
  (wire: { name: string }) => wire.name.length,
);
const bytes = (json: string) => Buffer.from(json);

test('a body of the right shape is raised to what the endpoint works with', () => {
  assert.equal(read(bytes('{"name": "four"}')), 4);
});

test('what is no JSON is told before what has the wrong shape', () => {
  assertBadRequest(
    () => read(bytes('{"size": "x"')),
    "Malformed JSON: Expecting ',' delimiter: line 1 column 13 (char 12)",
  );
  assertBadRequest(
    () => read(bytes('{"size": 1}')),
    /^JSON does not validate: 'name' is a required property\n/,
  );
});

test('a query is checked like a body, with the last of a repeated parameter', () => {
  const check = queryCheck(object({ name: { type: 'string', maxLength: 3 } }));
  check(new QueryParams(''));
  check(new QueryParams('name=long-name&name=abc'));
  assertBadRequest(
    () => check(new QueryParams('name=abc&name=abcd')),
    /^Invalid query string parameters: 'abcd' is too long\n/,
  );
  assertBadRequest(
    () => check(new QueryParams('name=a&size=1')),
    /^Invalid query string parameters: Additional properties are not allowed \('size' was unexpected\)\n/,
  );
});
