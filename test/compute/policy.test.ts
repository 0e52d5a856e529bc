import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { type Caller, nobody } from '@berth/api-kit/caller.ts';
import { createPolicy } from '@berth/api-kit/policy/enforcer.ts';
import type { RuleDefault, RuleScope } from '@berth/api-kit/policy/rule-default.ts';
import { computeRules } from '@berth/compute/policy/rules.ts';

const target = { project_id: 'p1', user_id: 'bob' };

const callers: readonly Caller[] = [
  [],
  ['reader'],
  ['member', 'reader'],
  ['manager', 'member', 'reader'],
  ['admin', 'manager', 'member', 'reader'],
  ['service'],
].flatMap((roles) => [
  { ...nobody, roles, userId: 'bob', projectId: 'p1' },
  { ...nobody, roles, userId: 'eve', projectId: 'p1' },
  { ...nobody, roles, userId: 'bob', projectId: 'p2' },
  { ...nobody, roles, userId: 'bob', systemScope: 'all' },
]);

for (const isLegacy of [false, true]) {
  test(`whoever may do something may do it by Nova's rules, ${isLegacy ? 'also with the old defaults' : 'with the new defaults'}`, (t) => {
    const nova = novaRules(t);
    if (nova === null) return;
    const settings = { enforceNewDefaults: !isLegacy, enforceScope: !isLegacy };
    const ours = createPolicy({ ...settings, defaults: computeRules });
    const theirs = createPolicy({ ...settings, defaults: nova });
    const names = nova
      .map(({ name }) => name)
      .filter((name) => computeRules.some((rule) => rule.name === name));
    assert.ok(names.length > 100);
    for (const name of names) {
      for (const caller of callers) {
        const what = `${name} for ${JSON.stringify(caller)}`;
        assert.equal(ours.allows(name, caller, target), theirs.allows(name, caller, target), what);
      }
    }
  });
}

/** The defaults of the newest Nova, as the conformance material has them. */
function novaRules(t: TestContext): readonly RuleDefault[] | null {
  const file = join(import.meta.dirname, '../../../shared/conformance-compute/routes.json');
  if (!existsSync(file)) {
    t.skip(`there is no ${file}`);
    return null;
  }
  const { base_rules: base, rules } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly base_rules: Readonly<Record<string, { readonly master: BaseRule }>>;
    readonly rules: Readonly<Record<string, NovaRule>>;
  };
  return [
    ...Object.entries(base).map(([name, { master }]) => ruleOf(name, { ...master, default: master.check })),
    ...Object.entries(rules).map(([name, rule]) => ruleOf(name, rule)),
  ];
}

interface Deprecating {
  readonly deprecated_rule: { readonly check: string } | null;
}

interface BaseRule extends Deprecating {
  readonly check: string;
}

interface NovaRule extends Deprecating {
  readonly default: string;
  readonly scope_types?: readonly RuleScope[];
}

function ruleOf(name: string, rule: NovaRule): RuleDefault {
  const { deprecated_rule: deprecated, scope_types: scopes = [] } = rule;
  const shared = { name, check: plain(rule.default), scopes, description: '', operations: [] };
  return deprecated === null ? shared : { ...shared, deprecated: { check: plain(deprecated.check) } };
}

/** What Nova calls an administrator is who has the role, by its own default. */
function plain(check: string): string {
  return check.replaceAll('is_admin:True', 'role:admin');
}
