import type { Failure } from './failures-reporter.ts';
import { type Attempt, environmentOf, namePattern } from './try-file.ts';

/** What was found, where, and how to see it again. */
export function findingText(attempt: Attempt, failure: Failure, isSeenAgain: boolean): string {
  const again = isSeenAgain
    ? 'it failed again with the same seed'
    : 'it did NOT fail again with the same seed';
  return [
    '',
    `FOUND  ${attempt.file}: ${failure.test}`,
    ...cut(failure.message).map((line) => `    ${line}`),
    `  ${again}. To see it again:`,
    `    ${commandText(attempt)}`,
    '',
  ].join('\n');
}

function commandText(attempt: Attempt): string {
  const settings = Object.entries(environmentOf(attempt)).map(([name, value]) => `${name}=${value}`);
  const { replay } = attempt;
  const pattern = replay === undefined ? [] : [`--test-name-pattern=${quoted(namePattern(replay.test))}`];
  return [...settings, 'npm test --', ...pattern, attempt.file].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function cut(message: string): string[] {
  const lines = message.split('\n').map((line) => (line.length > 2000 ? `${line.slice(0, 2000)}…` : line));
  return lines.length > 60 ? [...lines.slice(0, 60), `… ${lines.length - 60} lines more`] : lines;
}
