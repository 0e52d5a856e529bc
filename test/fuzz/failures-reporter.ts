import { inspect } from 'node:util';
import type { TestEvent } from 'node:test/reporters';

/** One test that failed, as a line of JSON. */
export interface Failure {
  readonly test: string;
  readonly message: string;
}

/** A reporter for Node's test runner that tells nothing but what failed. */
export default async function* failures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:fail') continue;
    const { error } = event.data.details;
    // A suite fails because of what is in it, which is told for itself.
    if ((error as { failureType?: string }).failureType === 'subtestsFailed') continue;
    const failure: Failure = { test: event.data.name, message: messagesOf(error).join('\n') };
    yield `${JSON.stringify(failure)}\n`;
  }
}

/** What an error says, and those that it came from. */
function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return error === undefined ? [] : [inspect(error)];
  const { cause } = error;
  const isWrapper = cause instanceof Error && (error as { code?: string }).code === 'ERR_TEST_FAILURE';
  const stack = error.stack?.split('\n').find((line) => /^\s+at .*\.ts:/.test(line));
  return [
    ...(isWrapper ? [] : [error.message, ...(stack === undefined ? [] : [stack])]),
    ...messagesOf(cause),
  ];
}
