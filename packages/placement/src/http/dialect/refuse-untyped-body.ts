import { HttpError } from '@berth/api-kit/http-error.ts';
import { readBody } from '@berth/api-kit/request.ts';
import type { Visit } from '@berth/api-kit/visit.ts';

/** A body says what it is, wherever it is sent. */
export function refuseUntypedBody(visit: Visit): void | Promise<void> {
  const { headers, body } = visit.request;
  const length = headers['content-length'];
  if (length !== undefined && !/^\s*[+-]?\d+\s*$/.test(length)) {
    throw new HttpError(400, 'content-length header must be an integer');
  }
  if (headers['content-type'] || body.length === 0) return;
  if (body.length !== null) throw bodyWithoutType;
  // Whether there is one at all shows only when it is read.
  return Promise.resolve(readBody(visit.request)).then((bytes) => {
    if (bytes.length > 0) throw bodyWithoutType;
    visit.body = bytes;
  });
}

const bodyWithoutType = new HttpError(400, 'content-type header required when content-length > 0');
