import type { Answer } from '../endpoint.ts';
import { HttpError } from '../http-error.ts';
import { MalformedQuery } from '../query-params.ts';
import type { ApiResponse, ResponseBody } from '../response.ts';
import type { Visit } from '../visit.ts';

/** The endpoint's answer with all that belongs to it. */
export function respond(visit: Visit, answer: Answer): ApiResponse {
  const headers: Record<string, string> = { ...answer.headers };
  if (answer.body !== undefined) headers['content-type'] = answer.contentType ?? 'application/json';
  if (answer.location !== undefined) headers['location'] = locationOf(visit, answer.location);
  visit.service.dialect.complete(headers, visit, answer);
  return response(visit, answer.status, headers, answer.body ?? null);
}

/** An error in the form of the dialect. What nobody has expected is a bug, and is told. */
export function respondToFailure(visit: Visit, thrown: unknown): ApiResponse {
  const { service, requestId } = visit;
  let error = toHttpError(visit, thrown);
  if (error === null) {
    service.onFault(thrown, requestId);
    error = new HttpError(500, `The request ${requestId} met an error that was not expected.`);
  }
  const { status, headers, body } = service.dialect.renderError(error, visit);
  const completed = headers as Record<string, string>; // Made for this answer just above.
  service.dialect.complete(completed, visit, null);
  return response(visit, status, completed, body);
}

/** Null where it is a bug. */
function toHttpError({ service }: Visit, thrown: unknown): HttpError | null {
  if (thrown instanceof HttpError) return thrown;
  if (thrown instanceof MalformedQuery) return service.dialect.refusals.malformedQuery(thrown.message);
  return service.toHttpError(thrown);
}

function response(
  visit: Visit,
  status: number,
  headers: Record<string, string>,
  body: ResponseBody | null,
): ApiResponse {
  const { path, caller } = visit;
  if (caller === undefined) return { status, headers, body }; // Then there is no path either.
  if (path === undefined) return { status, headers, body, caller };
  return { status, headers, body, route: path.template, caller };
}

function locationOf({ request: { origin, prefix = '' } }: Visit, path: string): string {
  return origin + prefix + path;
}
