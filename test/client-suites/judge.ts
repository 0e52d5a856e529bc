import { reasonToFail } from './expected-failures.ts';
import type { SuiteOutcomes } from './run-suites.ts';

export interface Judgement {
  /** A line for each suite. */
  readonly summary: readonly string[];
  /** What is not as expected, a line each; where there are none, all is well. */
  readonly surprises: readonly string[];
}

export function judge(results: readonly SuiteOutcomes[]): Judgement {
  const summary = results.map((each) => {
    const { passed, failed, skipped } = countsOf(each);
    return `${each.suite.package}: ${passed} passed, ${failed} failed, ${skipped} skipped`;
  });
  const surprises = results.flatMap(({ suite, outcomes }) =>
    outcomes.flatMap(({ test, outcome, reason }) => {
      const isExpected = reasonToFail(suite.package, test) !== undefined;
      if (outcome === 'failed' && !isExpected) return [`${suite.package} ${test} failed: ${reason}`];
      if (outcome === 'passed' && isExpected) return [`${suite.package} ${test} passed, and was to fail`];
      return [];
    }),
  );
  return { summary, surprises };
}

export function countsOf({ outcomes }: SuiteOutcomes): Record<'passed' | 'failed' | 'skipped', number> {
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}
