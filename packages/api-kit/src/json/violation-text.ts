import type { Steps } from '../in-turns.ts';
import { pythonPretty, pythonRepr } from './python-text.ts';
import type { Place, Violation } from './rules.ts';

/** A violation as `str(ValidationError)` writes it. What it is about is shown twice, and may be as large as a body. */
export function* violationText(violation: Violation): Steps<string> {
  const { keyword, schema, instance, place } = violation;
  const message = violation.message();
  yield;
  const steps = stepsTo(place);
  const schemaPath = steps.flatMap((step) => step.schemaKeys);
  const path = steps.flatMap((step) => (step.key === null ? [] : [step.key]));
  return [
    message,
    '',
    `Failed validating ${pythonRepr(keyword)} in ${indexed('schema', schemaPath)}:`,
    block(schema),
    '',
    `On ${indexed('instance', path)}:`,
    block(instance),
  ].join('\n');
}

function stepsTo(place: Place | null): readonly Place[] {
  const steps: Place[] = [];
  for (let step = place; step !== null; step = step.before) steps.push(step);
  return steps.reverse();
}

/** `instance['allocations'][0]` */
function indexed(word: string, keys: readonly (string | number)[]): string {
  return word + keys.map((key) => `[${pythonRepr(key)}]`).join('');
}

function block(value: unknown): string {
  return `    ${pythonPretty(value, 72, maximumLength).replaceAll('\n', '\n    ')}`;
}

/** Beyond this a hostile body, not a reader, is at work: some 300 KB of JSON can ask for gigabytes of layout. */
const maximumLength = 100_000;
