import assert from 'node:assert/strict';
import { HttpError } from '@berth/api-kit/http-error.ts';

/** What is done is answered with this status, these words and this code (or none). */
export function assertHttpError(
  act: () => unknown,
  status: number,
  detail: string | RegExp,
  code?: string,
): void {
  assert.throws(act, (thrown) => {
    if (!(thrown instanceof HttpError)) throw thrown;
    assert.deepEqual({ status: thrown.status, code: thrown.code }, { status, code });
    if (typeof detail === 'string') assert.equal(thrown.detail, detail);
    else assert.match(thrown.detail, detail);
    return true;
  });
}

export function assertBadRequest(act: () => unknown, detail: string | RegExp, code?: string): void {
  assertHttpError(act, 400, detail, code);
}
