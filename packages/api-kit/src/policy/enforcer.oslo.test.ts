import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, runsOf, seed } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { askPython, hasPythonModules } from '../auth/testing/debian-python.ts';
import type { Caller } from '../caller.ts';
import type { PolicyTarget } from '../policy.ts';
import { createPolicy } from './enforcer.ts';
import type { ListCheck } from './parse-check.ts';
import { parsePolicyFile, PolicyFileError } from './policy-file.ts';
import type { RuleDefault } from './rule-default.ts';

test('oslo.policy decides every generated case the same way', (t) => {
  if (!hasPythonModules(t, 'oslo_policy')) return;
  const cases = draw(anyCase, runsOf(2500));
  const answers = askPython(
    new URL('testing/ask_oslo_policy.py', import.meta.url),
    cases.map((one) => ({ ...one, credentials: credentialsOf(one.caller) })),
  ) as readonly Answer[];

  const count = { unreadable: 0, allowed: 0, refused: 0 };
  for (const [index, one] of cases.entries()) {
    const told = `seed ${seed()}, case ${index}: ${JSON.stringify(one)}`;
    const theirs = answers[index];
    assert(theirs);
    const ours = decide(one);
    if (ours === 'unreadable') {
      assert.equal(theirs.readable, false, `ours refuses to read it, oslo.policy reads it; ${told}`);
      count.unreadable += 1;
    } else {
      assert.equal(theirs.readable, true, `ours reads it, oslo.policy cannot; ${told}`);
      assert.equal(ours, theirs.decision, told);
      count[ours ? 'allowed' : 'refused'] += 1;
    }
  }
  // A generator that makes one kind of case only would compare nothing.
  assert(Math.min(...Object.values(count)) > 100, `seed ${seed()}: ${JSON.stringify(count)}`);
});

interface Answer {
  readonly readable: boolean;
  readonly decision: boolean | string;
}

interface Case {
  readonly defaults: readonly RuleDefault[];
  readonly overrides: Readonly<Record<string, string | ListCheck>>;
  readonly enforceNewDefaults: boolean;
  readonly enforceScope: boolean;
  readonly rule: string;
  readonly caller: Caller;
  readonly target: PolicyTarget;
}

function decide(one: Case): boolean | 'unreadable' {
  try {
    const overrides = parsePolicyFile(JSON.stringify(one.overrides), 'policy.json');
    return createPolicy({ ...one, overrides }).allows(one.rule, one.caller, one.target);
  } catch (error) {
    if (error instanceof PolicyFileError) return 'unreadable';
    throw error;
  }
}

function credentialsOf(caller: Caller) {
  return {
    user_id: caller.userId,
    project_id: caller.projectId,
    domain_id: caller.domainId,
    system_scope: caller.systemScope,
    roles: caller.roles,
    user_domain_id: null,
    project_domain_id: null,
    is_admin_project: true,
    service_user_id: null,
    service_user_domain_id: null,
    service_project_id: null,
    service_project_domain_id: null,
    service_roles: [],
    ...caller.attributes,
  };
}

const atom = fc.constantFrom(
  ...`role:admin role:ADMIN role:reader role:%(name)s roles:Reader role: @ ! word
  user_id:u1 user_id:%(user_id)s project_id:%(project_id)s project_id:None domain_id:d1 system_scope:all
  system:all system:None is_admin_project:True service_roles:service project_domain_id:%(name)s is_admin:True
  target.name:x user_id:a%(name)sb%(user_id)s x:100%% 'p1':%(project_id)s "x":%(name)s True:%(user.enabled)s
  None:%(project_id)s 7:%(name)s -0:0`.split(/\s+/),
);
const reference = (names: readonly string[]) => fc.constantFrom(...names).map((name) => `rule:${name}`);
const space = fc.constantFrom(' ', '  ', '\t', ' \n ');

/** Well formed text of the policy language, with more blanks and parentheses than anybody would write. */
function sentence(names: readonly string[]): fc.Arbitrary<string> {
  return fc.letrec<{ check: string; pair: string; not: string; group: string; any: string }>((tie) => ({
    check: fc.oneof({ weight: 4, arbitrary: atom }, { weight: 1, arbitrary: reference(names) }),
    pair: fc
      .tuple(tie('any'), space, fc.constantFrom('and', 'or', 'AND', 'Or'), space, tie('any'))
      .map((parts) => parts.join('')),
    not: fc
      .tuple(fc.constantFrom('not', 'NOT'), space, fc.oneof(tie('check'), tie('group')))
      .map((parts) => parts.join('')),
    group: fc
      .tuple(fc.constantFrom('(', '( ', '(('), tie('any'))
      .map(([open, inner]) => `${open}${inner}${open.replaceAll('(', ')')}`),
    any: fc.oneof({ maxDepth: 4 }, tie('check'), tie('pair'), tie('not'), tie('group')),
  })).any;
}

/** Tokens in any order: mostly not in the language. */
const babble = fc
  .array(fc.oneof(atom, fc.constantFrom('and', 'or', 'not', '(', ')', "'text'", 'not', 'and')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((tokens) => tokens.join(' '));

const list: fc.Arbitrary<ListCheck> = fc.array(
  fc.oneof(atom, fc.constant(''), fc.array(atom, { maxLength: 3 })),
  { maxLength: 3 },
);

const caller: fc.Arbitrary<Caller> = fc.record({
  userId: fc.constantFrom(null, '', 'u1', 'u2', 'axbu1'),
  projectId: fc.constantFrom(null, 'p1', 'p2'),
  domainId: fc.constantFrom(null, null, null, 'd1'),
  roles: fc.subarray(['admin', 'Reader', 'service', 'x', '']),
  systemScope: fc.constantFrom(null, null, 'all'),
  isServiceToken: fc.constant(false),
  attributes: fc.constantFrom(
    {},
    { is_admin_project: false, project_domain_id: 'x' },
    { service_roles: ['service'] },
  ),
});

const target: fc.Arbitrary<PolicyTarget> = fc.record(
  {
    project_id: fc.constantFrom('p1', 'p2', null),
    user_id: fc.constantFrom('u1', 'u2', null),
    name: fc.constantFrom('x', 'admin', '7', '100%', null),
    'user.enabled': fc.constantFrom('True', 'False'),
  },
  { requiredKeys: [] },
);

function ruleDefault(name: string, names: readonly string[]): fc.Arbitrary<RuleDefault> {
  return fc.record(
    {
      name: fc.constant(name),
      check: sentence(names),
      scopes: fc.constantFrom<RuleDefault['scopes'][]>([], ['project'], ['system'], ['project', 'system']),
      description: fc.constant(''),
      operations: fc.constant([]),
      deprecated: fc.record({ check: sentence(names) }),
    },
    { requiredKeys: ['name', 'check', 'scopes', 'description', 'operations'] },
  );
}

/** References go down the alphabet only, so that no circle comes up. */
const anyCase: fc.Arbitrary<Case> = fc.record({
  defaults: fc.tuple(ruleDefault('a', ['b', 'c', 'missing']), ruleDefault('b', ['c', 'missing'])),
  overrides: fc.record(
    {
      a: fc.oneof(
        { weight: 4, arbitrary: sentence(['b', 'c', 'missing']) },
        { weight: 1, arbitrary: babble },
        { weight: 1, arbitrary: list },
        { weight: 1, arbitrary: fc.constant('') },
      ),
      c: sentence(['missing']),
      default: atom,
    },
    { requiredKeys: [] },
  ),
  enforceNewDefaults: fc.boolean(),
  enforceScope: fc.boolean(),
  rule: fc.constantFrom('a', 'a', 'b'),
  caller,
  target,
});
