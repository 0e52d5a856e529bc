import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../caller.ts';
import { createPolicy } from './enforcer.ts';
import { parsePolicyFile } from './policy-file.ts';
import type { RuleDefault } from './rule-default.ts';

test('a rule allows whom its check describes, and nobody else', () => {
  const policy = given({ 'thing:show': 'role:reader and project_id:%(project_id)s' });
  const reader = caller({ roles: ['Reader'], projectId: 'p1' });
  assert.equal(policy.allows('thing:show', reader, { project_id: 'p1' }), true);
  assert.equal(policy.allows('thing:show', reader, { project_id: 'p2' }), false);
  assert.equal(policy.allows('thing:show', caller({ projectId: 'p1' }), { project_id: 'p1' }), false);
});

test('without a target, the caller acts on its own project', () => {
  const policy = given({ 'thing:list': 'project_id:%(project_id)s and user_id:%(user_id)s' });
  assert.equal(policy.allows('thing:list', caller({ projectId: 'p1' })), true);
});

test('what the target lacks does not match', () => {
  const policy = given({
    'thing:show': 'user_id:%(owner)s or role:%(owner)s',
    'thing:hide': 'not user_id:%(owner)s',
  });
  assert.equal(policy.allows('thing:show', caller({ userId: 'undefined', roles: ['undefined'] }), {}), false);
  assert.equal(policy.allows('thing:hide', caller({}), {}), true);
});

test('a name that every object has is not a key of the target', () => {
  const policy = given({ 'thing:show': "'x':%(constructor)s", 'thing:hide': 'constructor:x' });
  assert.equal(policy.allows('thing:show', caller({}), {}), false);
  assert.equal(policy.allows('thing:hide', caller({}), {}), false);
});

test('an unknown rule is a mistake of the program, not a no', () => {
  assert.throws(() => given({}).allows('thing:show', caller({})), /no policy rule named thing:show/);
});

test('a rule of the operator takes the place of the default and of what was deprecated', () => {
  const defaults = [{ ...rule('thing:show', 'role:reader'), deprecated: { check: 'role:admin' } }];
  const settings = { defaults, enforceScope: true };
  const overrides = parsePolicyFile('"thing:show": "role:viewer"', 'policy.yaml');
  const allowed = (policy: ReturnType<typeof createPolicy>) =>
    ['reader', 'admin', 'viewer'].filter((role) => policy.allows('thing:show', caller({ roles: [role] })));

  assert.deepEqual(allowed(createPolicy({ ...settings, enforceNewDefaults: false })), ['reader', 'admin']);
  assert.deepEqual(allowed(createPolicy({ ...settings, enforceNewDefaults: true })), ['reader']);
  assert.deepEqual(allowed(createPolicy({ ...settings, enforceNewDefaults: false, overrides })), ['viewer']);
});

test('a redefined base rule changes every rule that refers to it', () => {
  const policy = given(
    { base: 'role:admin', 'thing:show': 'rule:base', 'thing:hide': 'not rule:base' },
    'base: "@"',
  );
  assert.equal(policy.allows('thing:show', caller({})), true);
  assert.equal(policy.allows('thing:hide', caller({})), false);
});

test('a scope the rule is not for is refused whatever the roles, unless scopes are not enforced', () => {
  const defaults = [rule('thing:show', '@')];
  const system = caller({ roles: ['admin'], systemScope: 'all', projectId: null });
  const domain = caller({ roles: ['admin'], domainId: 'd1', projectId: null });
  for (const enforceScope of [true, false]) {
    const policy = createPolicy({ defaults, enforceNewDefaults: true, enforceScope });
    assert.equal(policy.allows('thing:show', system), !enforceScope);
    assert.equal(policy.allows('thing:show', domain), !enforceScope);
    assert.equal(policy.allows('thing:show', caller({})), true);
  }
});

test('an overridden rule keeps its scope', () => {
  const policy = given({ 'thing:show': 'role:admin' }, '"thing:show": "@"');
  assert.equal(policy.allows('thing:show', caller({ systemScope: 'all' })), false);
});

test('rules in a circle are refused at the start, with the way round', () => {
  assert.throws(
    () => given({ a: 'role:x', 'thing:show': 'rule:a' }, 'a: rule:b\nb: not rule:c\nc: role:x or rule:a\n'),
    {
      name: 'PolicyCycleError',
      message:
        'policy rules refer to each other in a circle: ' +
        'a (policy.yaml:1) → b (policy.yaml:2) → c (policy.yaml:3) → a (policy.yaml:1)',
    },
  );
});

test('two ways to the same rule are no circle', () => {
  const policy = given({ base: 'role:x', left: 'rule:base', 'thing:show': 'rule:left and rule:base' });
  assert.equal(policy.allows('thing:show', caller({ roles: ['x'] })), true);
});

test('a rule named default stands in for one that is not defined', () => {
  assert.equal(given({ 'thing:show': 'rule:gone' }, 'default: "@"').allows('thing:show', caller({})), true);
  assert.equal(given({ 'thing:show': 'rule:gone' }).allows('thing:show', caller({})), false);
});

test('what an operator should look at is told, and nothing else', () => {
  const text = `viewer: role:viewer
thing:show: rule:viewer or rule:viever or is_admin:True
thing:shwo: role:viewer
old_base: "@"
`;
  const { warnings } = given(
    { old_base: 'role:x', 'thing:show': 'role:x', 'thing:hide': 'role:y' },
    text,
  ).describe();
  assert.deepEqual(
    warnings.map((warning) => warning.replace(/\(there are .*\)/, '(…)')),
    [
      'policy.yaml:4: old_base has no effect, since no rule in use refers to it',
      "policy.yaml:2: thing:show: refers to the rule 'viever', which is not defined; it counts as a no",
      "policy.yaml:2: thing:show: no caller has 'is_admin' (…); it counts as a no",
      'policy.yaml:3: thing:shwo is not a rule of this service and has no effect, since no rule in use refers to it',
    ],
  );
});

test('the description shows each rule as it is in force, and where it was set', () => {
  const defaults = [
    { ...rule('thing:show', 'role:reader or role:x'), deprecated: { check: 'role:admin' } },
    rule('thing:hide', 'role:x'),
  ];
  const overrides = parsePolicyFile('\nthing:hide: ""\n', 'policy.yaml');
  const { rules } = createPolicy({
    defaults,
    overrides,
    enforceNewDefaults: false,
    enforceScope: true,
  }).describe();
  assert.deepEqual(
    rules.map(({ name, check, where }) => [name, check, where]),
    [
      ['thing:show', '(role:reader or role:x) or role:admin', null],
      ['thing:hide', '@', 'policy.yaml:2'],
    ],
  );
  assert.deepEqual(rules[0]?.operations, [{ method: 'GET', path: '/thing:show' }]);
});

/** Rules by name; those with a colon guard an operation. */
function given(checks: Readonly<Record<string, string>>, file?: string) {
  return createPolicy({
    defaults: Object.entries(checks).map(([name, check]) => rule(name, check)),
    overrides: file === undefined ? undefined : parsePolicyFile(file, 'policy.yaml'),
    enforceNewDefaults: true,
    enforceScope: true,
  });
}

function rule(name: string, check: string): RuleDefault {
  const operations = name.includes(':') ? [{ method: 'GET', path: `/${name}` }] : [];
  return { name, check, scopes: ['project'], description: '', operations };
}

function caller(given: Partial<Caller>): Caller {
  return {
    userId: 'u1',
    projectId: 'p1',
    domainId: null,
    roles: [],
    systemScope: null,
    isServiceToken: false,
    ...given,
  };
}
