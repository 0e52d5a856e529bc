import assert from 'node:assert/strict';

/** For what may throw at once or reject later, as a journal may. */
export async function rejects(
  action: () => unknown,
  expected: (new (...args: never[]) => Error) | Error | RegExp,
): Promise<void> {
  await assert.rejects(async () => {
    await action();
  }, expected);
}
