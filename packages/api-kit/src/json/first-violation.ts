import assert from 'node:assert/strict';
import type { Rules, Violation } from './rules.ts';

/** The violation that Python comes upon first: what services tell that do not look for the most telling one (`best-match.ts`). */
export function firstViolation(rules: Rules, value: unknown): Violation {
  let first: Violation | null = null;
  try {
    rules.report(value, null, (violation) => {
      first = violation;
      throw enough;
    });
  } catch (thrown) {
    if (thrown !== enough) throw thrown;
  }
  assert(first !== null, 'a value that breaks a rule has a violation');
  return first;
}

const enough = Symbol('one violation is enough');
