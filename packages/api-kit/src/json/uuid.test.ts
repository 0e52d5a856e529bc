import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, runsOf } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { pythonTest } from './testing/python-test.ts';
import { canonicalUuid, isUuidLike } from './uuid.ts';

const canonical = '5eb1bd0a-4b0f-4b7c-9d4b-3ac4a4fe6c5e';

test('a UUID in any of the usual forms is one, and has one canonical form', () => {
  const digits = canonical.replaceAll('-', '');
  for (const form of [
    canonical,
    canonical.toUpperCase(),
    digits,
    `{${canonical}}`,
    `urn:uuid:${canonical}`,
  ]) {
    assert.equal(isUuidLike(form), true, form);
    assert.equal(canonicalUuid(form), canonical, form);
  }
});

test('what Python converts but oslo.utils does not take is no UUID', () => {
  for (const form of [
    '',
    'x',
    `${canonical} `,
    `URN:UUID:${canonical}`,
    `${canonical}0`,
    canonical.replace('5e', '５e'),
  ]) {
    assert.equal(isUuidLike(form), false, form);
  }
  assert.equal(isUuidLike('0x5eb1bd0a4b0f4b7c9d4b3ac4a4fe6c'), false);
  assert.equal(isUuidLike('5_b1bd0a4b0f4b7c9d4b3ac4a4fe6c5e'), false);
  assert.throws(() => canonicalUuid('x'), /only a UUID-like text/);
});

// Whoever looks again at each brace takes longer than anybody would wait.
test('a very long run of braces is judged at once', () => {
  assert.equal(isUuidLike(`x${'{'.repeat(1_000_000)}x`), false);
});

pythonTest('is_uuid_like and str(UUID) say the same', ['oslo_utils.uuidutils'], (ask) => {
  const extras = fc.constantFrom(
    'urn:',
    'uuid:',
    'uurn:uid:',
    'uruuid:n:',
    '{',
    '}',
    '-',
    'URN:',
    ' ',
    '_',
    '0x',
    '+',
    '٣',
    'K',
    '\n',
  );
  const form = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.replaceAll('-', ''),
    (text) => `{${text}}`,
    (text) => `urn:uuid:${text}`,
    (text) => text.slice(1),
  );
  const variant = fc
    .tuple(
      fc.uuid(),
      form,
      fc.array(fc.tuple(extras, fc.nat({ max: 40 }), fc.nat({ max: 2 })), { maxLength: 3 }),
    )
    .map(([uuid, write, edits]) =>
      edits.reduce((text, [extra, at, cut]) => text.slice(0, at) + extra + text.slice(at + cut), write(uuid)),
    );
  const cases = draw(variant, runsOf(5000));
  const answers = ask<[boolean, string | null]>(
    [
      'import uuid',
      'from oslo_utils.uuidutils import is_uuid_like',
      'answers = [[True, str(uuid.UUID(text))] if is_uuid_like(text) else [False, None] for text in cases]',
    ].join('\n'),
    cases,
  );
  assert.equal(answers.length, cases.length);
  cases.forEach((text, index) => {
    const isOne = isUuidLike(text);
    assert.deepEqual([isOne, isOne ? canonicalUuid(text) : null], answers[index], JSON.stringify(text));
  });
  const taken = answers.filter(([isOne]) => isOne).length;
  assert.ok(
    taken > cases.length / 10 && taken < cases.length * 0.9,
    `${taken} of ${cases.length} were UUIDs: the cases are one-sided`,
  );
});
