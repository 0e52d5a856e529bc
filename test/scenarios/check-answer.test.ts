import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAnswer } from './check-answer.ts';
import type { Expectation } from './scenario.ts';
import type { ScenarioAnswer } from './target.ts';

const body = { name: 'cn1', traits: ['B', 'A'], links: [{ rel: 'self' }, { rel: 'usages' }], parent: null };
const answer: ScenarioAnswer = answerOf(200, body, { location: '/here' });
const error = answerOf(409, { errors: [{ code: 'placement.inuse', detail: 'It says "no".' }] });
const empty: ScenarioAnswer = { status: 204, headers: {}, json: undefined, text: '' };

function answerOf(status: number, json: unknown, headers: Record<string, string> = {}): ScenarioAnswer {
  return { status, headers, json, text: JSON.stringify(json) };
}

test('an answer that is as expected has no differences', () => {
  const expected: Expectation = {
    status: 200,
    whole: { ...body, traits: ['A', 'B'] },
    json: { '': body, traits: ['A', 'B'], 'links.1.rel': 'usages', parent: null },
    keys: { '': ['parent', 'name', 'links', 'traits'], 'links.0': ['rel'] },
    size: { traits: 2, 'links.0': 1 },
    headers: { location: '/here', allow: false },
    says: ['"cn1"'],
  };
  assert.deepEqual(checkAnswer(expected, answer), []);
  assert.deepEqual(checkAnswer({ status: 409, code: 'placement.inuse', says: ['says "no"'] }, error), []);
  assert.deepEqual(checkAnswer({ status: 204, whole: null }, empty), []);
});

/** Each of them would let a broken service pass if it were not noticed. */
const differing: readonly (readonly [Expectation, ScenarioAnswer, string])[] = [
  [{ status: 200 }, error, 'the status is 409, and not 200'],
  [{ status: 200, whole: null }, answer, `the body is ${sorted(body)}, and not null`],
  [{ status: 204, whole: {} }, empty, 'the body is null, and not {}'],
  [{ status: 200, json: { parent: 'cn0' } }, answer, 'parent is null, and not "cn0"'],
  [{ status: 200, json: { child: null } }, answer, 'child is absent, and not null'],
  [{ status: 200, json: { 'links.2.rel': 'x' } }, answer, 'links.2.rel is absent, and not "x"'],
  [{ status: 200, json: { 'name.length': 3 } }, answer, 'name.length is absent, and not 3'],
  [
    { status: 200, json: { links: [{ rel: 'usages' }, { rel: 'self' }] } },
    answer,
    'links is [{"rel":"self"},{"rel":"usages"}], and not [{"rel":"usages"},{"rel":"self"}]',
  ],
  [{ status: 200, keys: { 'links.0': [] } }, answer, 'what is in links.0 is ["rel"], and not []'],
  [{ status: 200, keys: { name: [] } }, answer, 'what is in name is absent, and not []'],
  [{ status: 200, size: { traits: 1 } }, answer, 'the number of entries in traits is 2, and not 1'],
  [{ status: 200, headers: { location: false } }, answer, 'the header location is true, and not false'],
  [{ status: 200, headers: { allow: true } }, answer, 'the header allow is false, and not true'],
  [
    { status: 200, headers: { location: '/there' } },
    answer,
    'the header location is "/here", and not "/there"',
  ],
  [{ status: 409, code: 'x' }, error, 'the code is "placement.inuse", and not "x"'],
  [{ status: 200, code: 'x' }, answer, 'the code is absent, and not "x"'],
  [{ status: 409, says: ['yes'] }, error, 'it does not say "yes"'],
];

for (const [expected, given, difference] of differing) {
  test(`it is told that ${difference}`, () => {
    assert.deepEqual(checkAnswer(expected, given), [difference]);
  });
}

function sorted(value: typeof body): string {
  return JSON.stringify({ links: value.links, name: value.name, parent: value.parent, traits: ['A', 'B'] });
}
