import { onOneLine } from '../quote.ts';
import type { Problem, Rule } from '../problem.ts';

/** A problem in two lines at most: what is wrong, and what was probably meant. */
export function describeProblem(problem: Problem): string {
  const entry = problem.value === null ? problem.key : `${problem.key}=${problem.value}`;
  const hint = problem.suggestion === null ? '' : `\n  ${hintFor(problem.rule, shown(problem.suggestion))}`;
  return shown(`${problem.severity}: ${entry}: ${problem.text} [${problem.rule}]`) + hint;
}

function hintFor(rule: Rule, suggestion: string): string {
  if (rule === 'missing-dependency') return `add '${suggestion}'`;
  return rule === 'deprecated' ? `use '${suggestion}'` : `did you mean '${suggestion}'?`;
}

export function summarize(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Keys and values come from anywhere; what would steer a terminal is written as an escape. */
function shown(text: string): string {
  return onOneLine(text, Number.MAX_SAFE_INTEGER);
}
