import assert from 'node:assert/strict';
import type { Caller } from '../caller.ts';
import type { Policy, PolicyTarget } from '../policy.ts';
import { checkText, type Test } from './check.ts';
import { compileRules } from './compile-rules.ts';
import type { PolicyFile } from './policy-file.ts';
import type { GuardedOperation, RuleDefault, RuleScope } from './rule-default.ts';
import { rulesInForce } from './rules-in-force.ts';

export interface PolicySettings {
  readonly defaults: readonly RuleDefault[];
  /** The operator's file, where there is one. */
  readonly overrides?: PolicyFile | undefined;
  /** False: the defaults of earlier releases count as well, for rules that the operator has not set. */
  readonly enforceNewDefaults: boolean;
  /** True: a caller whose scope a rule is not for is refused, whatever its roles. */
  readonly enforceScope: boolean;
}

export interface PolicyDescription {
  readonly rules: readonly RuleDescription[];
  /** What the operator should look at: rules that have no effect, references to nothing. */
  readonly warnings: readonly string[];
}

export interface RuleDescription {
  readonly name: string;
  /** The check in force. */
  readonly check: string;
  /** File and line where the operator set it; null for a default. */
  readonly where: string | null;
  readonly scopes: readonly RuleScope[];
  readonly description: string;
  readonly operations: readonly GuardedOperation[];
}

/**
 * The rules of a service under the operator's settings. Each is compiled once, here; a rule that cannot work (one that
 * refers to itself) is an error now, not at the first request.
 */
export function createPolicy(settings: PolicySettings): Policy & { describe(): PolicyDescription } {
  const rules = rulesInForce(settings);
  const { tests, warnings } = compileRules(rules, settings.defaults);
  const gates = new Map(
    settings.defaults.map(({ name, scopes }): [string, Gate] => {
      const test = tests.get(name);
      assert(test, `the rule ${name} was not compiled`);
      return [name, { test, scopes: settings.enforceScope ? scopes : [] }];
    }),
  );

  return {
    allows(rule, caller, target = ownTarget(caller)) {
      const gate = gates.get(rule);
      if (gate === undefined) throw new Error(`there is no policy rule named ${rule}`);
      return admitsScope(gate.scopes, caller) && gate.test(caller, target);
    },
    describe: () => ({
      rules: settings.defaults.map(({ name, scopes, description, operations }) => {
        const rule = rules.get(name);
        assert(rule, `the rule ${name} is not in force`);
        return { name, check: checkText(rule.check), where: rule.where, scopes, description, operations };
      }),
      warnings: [...(settings.overrides?.warnings ?? []), ...warnings],
    }),
  };
}

interface Gate {
  readonly test: Test;
  readonly scopes: readonly RuleScope[];
}

/** Who acts on nothing in particular acts on what is its own. */
function ownTarget(caller: Caller): PolicyTarget {
  return { project_id: caller.projectId, user_id: caller.userId };
}

function admitsScope(scopes: readonly RuleScope[], caller: Caller): boolean {
  if (scopes.length === 0) return true;
  if (caller.systemScope) return scopes.includes('system');
  // No rule is for a domain-scoped token. One without any scope counts as a project's.
  return !caller.domainId && scopes.includes('project');
}
