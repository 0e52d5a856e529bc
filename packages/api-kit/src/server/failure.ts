import { HttpError } from '../http-error.ts';
import type { ApiResponse } from '../response.ts';

/** Something went wrong outside the service: the request never reached it, or it broke on the request. */
export interface Failure {
  readonly status: 400 | 408 | 413 | 421 | 431 | 500 | 503;
  /** For the one who asked; never what an exception said. */
  readonly detail: string;
}

/** A body that did not come in as it should have: the service can answer it like any other error of a client. */
export class UnreadableBody extends HttpError {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.status, failure.detail, failure.status === 503 ? { headers: { 'retry-after': '5' } } : {});
    this.name = 'UnreadableBody';
    this.failure = failure;
  }
}

/** How a service writes such a failure: its own error form, so that clients need to know one form only. */
export type RenderFailure = (failure: Failure, requestId: string) => ApiResponse;

/** What the server and what is wrapped around a service have to say; a pino logger is one. */
export interface ServerLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
