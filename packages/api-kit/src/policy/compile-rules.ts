import { type Check, compileCheck, partsOf, type Test } from './check.ts';
import { credentialNamed, credentialNames } from './credential.ts';
import type { RuleDefault } from './rule-default.ts';
import type { RuleInForce } from './rules-in-force.ts';

/** Rules that refer to each other in a circle, so that no request could be decided by them. */
export class PolicyCycleError extends Error {
  override readonly name = 'PolicyCycleError';
}

/** The rule that stands in for one that is referred to but not defined, if the operator has written it. */
const fallbackName = 'default';

/** A reference becomes the compiled rule itself: running a rule looks up no names. */
export function compileRules(
  rules: ReadonlyMap<string, RuleInForce>,
  defaults: readonly RuleDefault[],
): { tests: ReadonlyMap<string, Test>; warnings: readonly string[] } {
  const tests = new Map<string, Test>();
  const path: string[] = [];

  function testNamed(name: string): Test {
    const done = tests.get(name);
    if (done !== undefined) return done;
    if (path.includes(name)) throw new PolicyCycleError(circle(rules, [...path, name]));
    const rule = rules.get(name);
    if (rule === undefined) return rules.has(fallbackName) ? testNamed(fallbackName) : () => false;

    path.push(name);
    const test = compileCheck(rule.check, testNamed);
    path.pop();
    tests.set(name, test);
    return test;
  }

  for (const name of rules.keys()) testNamed(name);
  return { tests, warnings: [...warningsAbout(rules, defaults)] };
}

function circle(rules: ReadonlyMap<string, RuleInForce>, path: readonly string[]): string {
  const loop = path.slice(path.indexOf(path.at(-1) ?? ''));
  const steps = loop.map((name) => {
    const where = rules.get(name)?.where;
    return where ? `${name} (${where})` : name;
  });
  return `policy rules refer to each other in a circle: ${steps.join(' → ')}`;
}

function* warningsAbout(
  rules: ReadonlyMap<string, RuleInForce>,
  defaults: readonly RuleDefault[],
): Generator<string> {
  const guards = defaults.filter((rule) => rule.operations.length > 0).map((rule) => rule.name);
  const inUse = reachableFrom(guards, rules);
  const known = new Set(defaults.map((rule) => rule.name));

  for (const [name, { check, where }] of rules) {
    const place = where === null ? name : `${where}: ${name}`;
    for (const part of partsOf(check)) {
      const problem = problemWith(part, rules);
      if (problem !== null) yield `${place}: ${problem}`;
    }
    if (where !== null && !inUse.has(name)) {
      const standing = known.has(name) ? '' : 'is not a rule of this service and ';
      yield `${place} ${standing}has no effect, since no rule in use refers to it`;
    }
  }
}

function problemWith(check: Check, rules: ReadonlyMap<string, RuleInForce>): string | null {
  if (check.kind === 'rule' && !rules.has(check.name)) {
    const consequence = rules.has(fallbackName) ? `'${fallbackName}' is used` : 'it counts as a no';
    return `refers to the rule '${check.name}', which is not defined; ${consequence}`;
  }
  if (check.kind === 'credential' && credentialNamed(check.name) === null) {
    return `no caller has '${check.name}' (there are ${credentialNames().join(', ')}); it counts as a no`;
  }
  return null;
}

function reachableFrom(
  names: readonly string[],
  rules: ReadonlyMap<string, RuleInForce>,
): ReadonlySet<string> {
  const reached = new Set<string>(names);
  // A set that grows while it is walked gives the new entries their turn too.
  for (const name of reached) {
    const rule = rules.get(name);
    if (rule === undefined) reached.add(fallbackName);
    else for (const part of partsOf(rule.check)) if (part.kind === 'rule') reached.add(part.name);
  }
  return reached;
}
