import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { reasonToFail } from './expected-failures.ts';
import { countsOf } from './judge.ts';
import type { Outcome } from './run-module.ts';
import type { SuiteOutcomes } from './run-suites.ts';

export const resultsFile = join(import.meta.dirname, '../../bench/CLIENT-SUITES.md');

/** The numbers, what failed and was skipped and why, and what was left out. */
export function renderResults(results: readonly SuiteOutcomes[]): string {
  return `# Functional suites of OpenStack's clients

Debian's suites, as they are, against one Berth (\`node test/client-suites/run.ts --write\`), ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores of
${cpus()[0]?.model}, Node ${process.version}. Python's processes are the clients, which are loaded once and copied for each command (\`warm_clients.py\`); Berth is one process, with made-up hosts, identity, images and the network that is built in. The suite of
osc-placement wants a Placement that is empty at the beginning of each test, so it has another one, which is emptied. A run that was cut off goes on with the modules that are left (\`--keep\`), and with another Berth.

| suite | version | passed | failed | skipped |
| --- | --- | --- | --- | --- |
${results.map(rowOf).join('\n')}

## Failed

${section(results, failuresOf)}
## Skipped by the suites themselves

${section(results, skipsOf)}
## Not run

${section(results, ({ suite: { leftOut } }) =>
  [...Map.groupBy(Object.keys(leftOut), (name) => leftOut[name])].map(
    ([reason, names]) => `${reason}: ${names.map((name) => `\`${name}\``).join(', ')}`,
  ),
)}`;
}

function rowOf(each: SuiteOutcomes): string {
  const { passed, failed, skipped } = countsOf(each);
  const { debian } = each.suite;
  const version = execFileSync('dpkg-query', ['-W', '-f', '${Version}', debian], { encoding: 'utf8' });
  return `| ${debian} | ${version} | ${passed} | ${failed} | ${skipped} |`;
}

function section(results: readonly SuiteOutcomes[], linesOf: (each: SuiteOutcomes) => string[]): string {
  const parts = results
    .map((each) => ({ name: each.suite.debian, lines: linesOf(each) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ name, lines }) => `${name}:\n\n${lines.map((line) => `- ${line}\n`).join('')}`);
  return parts.length === 0 ? 'None.\n' : parts.join('\n');
}

function failuresOf({ suite, outcomes }: SuiteOutcomes): string[] {
  return byReason(outcomes, 'failed', ({ test, reason }) => reasonToFail(suite.package, test) ?? reason);
}

function skipsOf({ outcomes }: SuiteOutcomes): string[] {
  return byReason(outcomes, 'skipped', ({ reason }) => reason);
}

/** Many have one reason. */
function byReason(
  outcomes: readonly Outcome[],
  wanted: Outcome['outcome'],
  reasonOf: (outcome: Outcome) => string,
): string[] {
  const those = outcomes.filter(({ outcome }) => outcome === wanted);
  return [...Map.groupBy(those, reasonOf)].map(
    ([reason, tests]) => `${reason}: ${tests.map(({ test }) => `\`${test}\``).join(', ')}`,
  );
}
