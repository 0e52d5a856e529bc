import type { Caller } from '../caller.ts';
import type { PolicyTarget } from '../policy.ts';
import { credentialNamed } from './credential.ts';
import { compileTemplate, constantText, type MatchTemplate } from './match-template.ts';

/** A rule's condition, parsed. */
export type Check =
  | { readonly kind: 'always' }
  /** `because` is there when the text was not understood and counts as a no. */
  | { readonly kind: 'never'; readonly because?: string }
  | { readonly kind: 'and'; readonly checks: readonly Check[] }
  | { readonly kind: 'or'; readonly checks: readonly Check[] }
  | { readonly kind: 'not'; readonly check: Check }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'role'; readonly match: MatchTemplate }
  | { readonly kind: 'credential'; readonly name: string; readonly match: MatchTemplate }
  /** A constant on the left; `source` is how the rule wrote it, `value` what it reads as. */
  | {
      readonly kind: 'literal';
      readonly source: string;
      readonly value: string;
      readonly match: MatchTemplate;
    };

/** A check ready to run. */
export type Test = (caller: Caller, target: PolicyTarget) => boolean;

/** `ruleNamed` gives the compiled rule that a `rule:` check refers to. */
export function compileCheck(check: Check, ruleNamed: (name: string) => Test): Test {
  switch (check.kind) {
    case 'always':
      return () => true;
    case 'never':
      return () => false;
    case 'and':
      return allOf(check.checks.map((part) => compileCheck(part, ruleNamed)));
    case 'or':
      return anyOf(check.checks.map((part) => compileCheck(part, ruleNamed)));
    case 'not': {
      const test = compileCheck(check.check, ruleNamed);
      return (caller, target) => !test(caller, target);
    }
    case 'rule':
      return ruleNamed(check.name);
    case 'role':
      return hasRole(check.match);
    case 'credential':
      return hasCredential(check.name, check.match);
    case 'literal': {
      const fill = compileTemplate(check.match);
      return (_caller, target) => fill(target) === check.value;
    }
    default:
      return unreachable(check);
  }
}

/** The check in the policy language; parsing it gives a check of the same meaning. */
export function checkText(check: Check): string {
  switch (check.kind) {
    case 'always':
      return '@';
    case 'never':
      return '!';
    case 'and':
      return check.checks.map(operandText).join(' and ');
    case 'or':
      return check.checks.map(operandText).join(' or ');
    case 'not':
      return `not ${operandText(check.check)}`;
    case 'rule':
      return `rule:${check.name}`;
    case 'role':
      return `role:${check.match.text}`;
    case 'credential':
      return `${check.name}:${check.match.text}`;
    case 'literal':
      return `${check.source}:${check.match.text}`;
    default:
      return unreachable(check);
  }
}

/** The check itself and all it is made of. */
export function* partsOf(check: Check): Generator<Check> {
  yield check;
  if (check.kind === 'not') yield* partsOf(check.check);
  if (check.kind === 'and' || check.kind === 'or') for (const part of check.checks) yield* partsOf(part);
}

function allOf(tests: readonly Test[]): Test {
  return (caller, target) => {
    for (const test of tests) if (!test(caller, target)) return false;
    return true;
  };
}

function anyOf(tests: readonly Test[]): Test {
  return (caller, target) => {
    for (const test of tests) if (test(caller, target)) return true;
    return false;
  };
}

function hasRole(match: MatchTemplate): Test {
  const constant = constantText(match)?.toLowerCase();
  if (constant !== undefined) return (caller) => includesRole(caller.roles, constant);
  const fill = compileTemplate(match);
  return (caller, target) => {
    const wanted = fill(target);
    return wanted !== undefined && includesRole(caller.roles, wanted.toLowerCase());
  };
}

/** Roles are compared without regard to case; `wanted` is in lower case already. */
function includesRole(roles: readonly string[], wanted: string): boolean {
  for (const role of roles) if (role === wanted || role.toLowerCase() === wanted) return true;
  return false;
}

function hasCredential(name: string, match: MatchTemplate): Test {
  const read = credentialNamed(name);
  if (read === null) return () => false;
  const fill = compileTemplate(match);
  return (caller, target) => {
    const wanted = fill(target);
    const actual = read(caller);
    if (wanted === undefined || actual === undefined) return false;
    return typeof actual === 'string' ? actual === wanted : actual.includes(wanted);
  };
}

function operandText(check: Check): string {
  return check.kind === 'and' || check.kind === 'or' ? `(${checkText(check)})` : checkText(check);
}

function unreachable(check: never): never {
  throw new Error(`no such check: ${JSON.stringify(check)}`);
}
