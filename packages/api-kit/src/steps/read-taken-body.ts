import { readBody } from '../request.ts';
import type { Visit } from '../visit.ts';

/** Reads the body, if the endpoint takes one and nobody has read it yet. Best last: by then it is known that somebody wants it. */
export function readTakenBody(visit: Visit): void | Promise<void> {
  if (visit.body !== null || visit.endpoint.takes === undefined) return;
  const body = readBody(visit.request);
  if (!(body instanceof Promise)) {
    visit.body = body;
    return;
  }
  return body.then((bytes) => {
    visit.body = bytes;
  });
}
