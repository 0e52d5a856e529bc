import type { Answer } from './endpoint.ts';
import type { HttpError } from './http-error.ts';
import type { History, Microversions, VersionIndex } from './microversions.ts';
import type { ApiRequest } from './request.ts';
import type { ApiResponse } from './response.ts';
import type { RenderFailure } from './server/failure.ts';
import type { Visit } from './visit.ts';

/**
 * All in which OpenStack's services differ from each other, as far as every request meets it: how versions are named, what is
 * checked in which order, and the form of what is answered. What a service is about is in its endpoints.
 */
export interface Dialect<H extends History = History> {
  readonly versions: Microversions<H>;
  /** Whether a path, as the client wrote it, is open to those who have no token. */
  readonly isOpen: (path: string) => boolean;
  /**
   * All that a request has to pass once it is known who asks. It calls the checks by name, in the order that clients see when several
   * things are wrong; those that services have in common are in `steps/`.
   */
  readonly check: Check;
  /** What these look at of an endpoint: one that has more of it is refused at the start, since nobody would heed it. */
  readonly heeds: readonly Heeded[];
  /** The version that a request names; null where it names none, and the oldest counts. Throws where there is no such version. */
  readonly namedVersion: (headers: ApiRequest['headers']) => VersionIndex | null;
  /** What parameters of paths must look like, by their names: a path with another one is not that path. */
  readonly parameters?: Readonly<Record<string, RegExp>>;
  /** Where one method of a path does what the body names: how it is named there. */
  readonly actions?: Actions;
  readonly refusals: Refusals;
  /** Adds the headers that every answer has. `answer` is null where it is an error. */
  readonly complete: (headers: Record<string, string>, visit: Visit, answer: Answer | null) => void;
  /** Its headers are for `complete` to add to. */
  readonly renderError: (error: HttpError, visit: Visit) => ApiResponse;
  /** The answer to who has not said who they are: it comes from in front of the service, and may have a form of its own. */
  readonly renderUnauthenticated: (visit: Visit, challenge: string | undefined) => ApiResponse;
  /** What went wrong before the service was reached, or around it. */
  readonly renderFailure: RenderFailure;
}

/** What some dialects look at of an endpoint, and others do not. */
export type Heeded = 'gives' | 'takes' | 'input' | 'find';

/** Throws an `HttpError` where the request does not pass. Gives a promise only where it has to wait. */
export type Check = (visit: Visit) => void | Promise<void>;

export interface Actions {
  /** The name of the action in a body, which is undefined where none was sent; throws where it names none. */
  readonly nameIn: (json: unknown) => string;
  readonly unknown: (name: string) => HttpError;
}

/** How the checks that services have in common say no. */
export interface Refusals {
  readonly unknownPath: () => HttpError;
  readonly unknownMethod: (allowed: readonly string[]) => HttpError;
  /** There is such a path and method, but not at this version. */
  readonly notAtThisVersion: (status: 404 | 405) => HttpError;
  /** A query that somebody looks at has names or values that are no text. */
  readonly malformedQuery: (why: string) => HttpError;
  readonly forbidden: (rule: string) => HttpError;
}
