/**
 * One way to reach a service: over HTTP, or in this process. Whatever a client does over one it can do over the other.
 */
export interface Transport {
  /**
   * Any answer is an answer, whatever its status: it is for the caller to judge. Rejects with `Unreachable` where there is none, after
   * as many attempts as are safe: what may have been carried out is not sent again.
   */
  send(request: ServiceRequest): Promise<ServiceAnswer>;
  /** Ends what is under way and lets go of connections. */
  close(): Promise<void>;
}

export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the service's own address, with the query: '/resource_providers?in_tree=…'. */
  readonly path: string;
  /** The microversion, such as '1.28'; where it is left out, the transport's own, and without one the service answers as at its oldest. */
  readonly version?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The type of what is to be answered; JSON, unless told. */
  readonly accept?: string;
  /** The `etag` of an earlier answer to the same request: as long as it would be the same again, the answer is 304, without a body. */
  readonly ifNoneMatch?: string;
  /** The id under which all that belongs to one undertaking is found in the logs of all services: 'req-' and a uuid. */
  readonly globalRequestId?: string;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

export interface ServiceAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined where the body is empty, or is no JSON. */
  readonly json: unknown;
  readonly text: string;
}

/** There is no answer. What was asked for may have been done all the same, unless `isUnsent`. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  /** Nothing of the request has got there. */
  readonly isUnsent: boolean;

  constructor(message: string, options: { readonly isUnsent: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isUnsent = options.isUnsent;
  }
}
