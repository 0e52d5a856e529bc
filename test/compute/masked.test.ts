import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from './compare.ts';
import { masked } from './masked.ts';
import { PairedIds } from './paired-ids.ts';

function maskedText(text: string): string {
  const answer = { status: 200, headers: {}, text };
  return masked(answer, 0, 'http://127.0.0.1:1', new PairedIds()).text;
}

test('what differs between any two servers is masked, and its form is not', () => {
  for (const [text, plain] of [
    ['http://127.0.0.1:1/v2.1/flavors', 'http://base/v2.1/flavors'],
    ['2026-01-02T03:04:05Z', 'TIMEZ'],
    ['2026-01-02T03:04:05.123456', 'TIME.f'],
    ['2026-01-02T03:04:05', 'TIME'],
    ['req-00000000-0000-4000-8000-000000000000', 'REQUEST'],
    ['Minimum is 2.1 and maximum is 2.93.', 'Minimum is 2.1 and maximum is NEWEST.'],
    ["'x' is not one of ['b', 'a']", "'x' is not one of ['a', 'b']"],
    ['Flavor access not found for 3 / p combination.', 'Flavor access not found for NUMBER / p combination.'],
    ['Flavor 3 could not be found.', 'Flavor 3 could not be found.'],
  ] as const) {
    assert.equal(maskedText(text), plain);
  }
});

test('migrations that have no order are put into one, and others are not', () => {
  assert.equal(maskedText('{"migrations": [{"id": 2}, {"id": 1}]}'), '{"migrations":[{"id":1},{"id":2}]}');
  const inOrder = '{"migrations": [{"id": 2, "uuid": "b"}, {"id": 1, "uuid": "a"}]}';
  assert.equal(maskedText(inOrder), inOrder);
});

test('a status, a header, a member and a text that are others are found', () => {
  const original = {
    status: 200,
    headers: {
      'content-type': 'application/json',
      vary: 'a',
      date: 'today',
      'x-compute-request-id': 'req-1',
    },
    text: '{"flavor": {"id": "a", "ram": 1}}',
  };
  const where = (change: object) => compare(original, { ...original, ...change }).map((each) => each.where);
  assert.deepEqual(where({}), []);
  assert.deepEqual(where({ status: 404 }), ['status']);
  assert.deepEqual(where({ text: '{"flavor": {"ram": 1, "id": "a"}}' }), []);
  assert.deepEqual(where({ text: '{"flavor": {"id": "a", "ram": "1"}}' }), ['body.flavor.ram']);
  assert.deepEqual(where({ text: '{"flavor": {"id": "a"}}' }), ['body.flavor.ram']);
  assert.deepEqual(where({ headers: { ...original.headers, date: 'tomorrow', vary: 'b' } }), ['header vary']);
  const { 'x-compute-request-id': _, ...others } = original.headers;
  assert.deepEqual(where({ headers: others }), ['header x-compute-request-id']);
});
