import type { Check } from './check.ts';
import { parseCheck } from './parse-check.ts';
import type { PolicyFile } from './policy-file.ts';
import type { RuleDefault } from './rule-default.ts';

export interface RuleInForce {
  readonly check: Check;
  /** File and line where the operator set it; null for a default. */
  readonly where: string | null;
}

interface Settings {
  readonly defaults: readonly RuleDefault[];
  readonly overrides?: PolicyFile | undefined;
  readonly enforceNewDefaults: boolean;
}

/** Every rule by name, the operator's own helpers included. What the operator sets, a default does not add to. */
export function rulesInForce({
  defaults,
  overrides,
  enforceNewDefaults,
}: Settings): Map<string, RuleInForce> {
  const rules = new Map<string, RuleInForce>();
  for (const rule of defaults) {
    rules.set(rule.name, { check: defaultCheck(rule, enforceNewDefaults), where: null });
  }
  for (const [name, rule] of overrides?.rules ?? []) rules.set(name, rule);
  return rules;
}

function defaultCheck({ check, deprecated }: RuleDefault, enforceNewDefaults: boolean): Check {
  const current = parseCheck(check);
  if (enforceNewDefaults || deprecated === undefined || deprecated.check === check) return current;
  return { kind: 'or', checks: [current, parseCheck(deprecated.check)] };
}
