import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { type Check, checkText, compileCheck } from './check.ts';
import { CheckSyntaxError, parseCheck } from './parse-check.ts';

test('and binds more tightly than or, and not more tightly than both', () => {
  assert.equal(
    checkText(parseCheck('role:a or role:b AND not role:c or @')),
    'role:a or (role:b and not role:c) or @',
  );
});

test('parentheses group, wherever blanks stand', () => {
  assert.equal(
    checkText(parseCheck('((role:a or ( role:b) ) and ((project_id:%(project_id)s)) )')),
    '(role:a or role:b) and project_id:%(project_id)s',
  );
});

test('the empty text and the empty list allow everybody', () => {
  assert.deepEqual(parseCheck(''), { kind: 'always' });
  assert.deepEqual(parseCheck([]), { kind: 'always' });
});

test('a list of lists is an or of ands', () => {
  assert.equal(checkText(parseCheck([['role:a', 'role:b'], 'rule:c', []])), '(role:a and role:b) or rule:c');
  assert.deepEqual(parseCheck([[]]), { kind: 'never' });
});

test('literals on the left read as Python prints them', () => {
  for (const [left, value] of [
    ["'Member'", 'Member'],
    ['"a.b"', 'a.b'],
    ["''", ''],
    ['True', 'True'],
    ['None', 'None'],
    ['+7', '7'],
    ['-0', '0'],
    ['123456789012345678901', '123456789012345678901'],
  ] as const) {
    const check = parseCheck(`${left}:%(name)s`);
    assert(check.kind === 'literal');
    assert.equal(check.value, value);
  }
});

test('a word without a colon counts as a no and says so', () => {
  assert.deepEqual(parseCheck('context_is_admin'), {
    kind: 'never',
    because: "'context_is_admin' is not a check (was 'rule:context_is_admin' meant?)",
  });
});

test('what is not in the language is refused with the reason', () => {
  for (const [text, reason] of [
    ['role:a or', 'a check is missing at the end'],
    ['or role:a', "a check is missing before 'or'"],
    ['role:a and or role:b', "a check is missing before 'or'"],
    ['role:a role:b', "'role:b' is not expected there"],
    ['(role:a', "a ')' is missing"],
    ['role:a)', "')' is not expected there"],
    ['not', 'a check is missing at the end'],
    ['  ', 'only blanks'],
    ["'text'", 'is a text, not a check'],
    ["'a':'b'", 'is a text, not a check'],
    ['project_id:%(project_id)', "after '%' comes '(name)s'"],
    ['role:a or(role:b)', "'or(role:b' is not expected there"],
    ['user_id:100%', "after '%' comes '(name)s'"],
    ['user_id:%(a)d', "after '%' comes '(name)s'"],
    ['role:%s', "after '%' comes '(name)s'"],
    [':admin', "'' is neither a name nor a literal"],
    ['1.5:%(a)s', "'1.5' is neither a name nor a literal"],
    ['project_id.name:x', 'project_id has no parts to name'],
    ['http://policy.example/check', 'asks another server, which is not supported'],
  ] as const) {
    assert.throws(
      () => parseCheck(text),
      (error) => error instanceof CheckSyntaxError && error.message.includes(reason),
      text,
    );
  }
});

test('the text of a check reads back as a check that decides the same', () => {
  const atom = fc.constantFrom<Check[]>(
    { kind: 'always' },
    { kind: 'never' },
    ...['role:a', 'role:b', 'rule:r', 'rule:s', 'user_id:u', "'p':%(x)s"].map((text) => parseCheck(text)),
  );
  const { check } = fc.letrec<{ check: Check; several: Check[] }>((tie) => ({
    several: fc.array(tie('check'), { minLength: 2, maxLength: 3 }),
    check: fc.oneof(
      { maxDepth: 4 },
      atom,
      tie('several').map((checks): Check => ({ kind: 'and', checks })),
      tie('several').map((checks): Check => ({ kind: 'or', checks })),
      tie('check').map((inner): Check => ({ kind: 'not', check: inner })),
    ),
  }));
  const caller = fc.record({
    userId: fc.constantFrom('u', 'v'),
    projectId: fc.constant(null),
    domainId: fc.constant(null),
    roles: fc.subarray(['a', 'b']),
    systemScope: fc.constant(null),
    isServiceToken: fc.constant(false),
  });
  const compile = (one: Check) => compileCheck(one, (name) => () => name === 'r');
  assertProperty(
    fc.property(check, caller, fc.constantFrom('p', 'q'), (one, who, x) => {
      const again = parseCheck(checkText(one));
      assert.equal(compile(again)(who, { x }), compile(one)(who, { x }));
      assert.equal(checkText(again), checkText(parseCheck(checkText(again))));
    }),
  );
});
