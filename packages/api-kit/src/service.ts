import { type Authenticate, type AuthOutcome, type Caller, nobody } from './caller.ts';
import type { Answer, Context, Endpoint } from './endpoint.ts';
import { httpDate } from './http-date.ts';
import { HttpError } from './http-error.ts';
import { acceptedType, checkContentType } from './media-types.ts';
import type { History, Microversions, VersionIndex } from './microversions.ts';
import type { Policy } from './policy.ts';
import { QueryParams } from './query-params.ts';
import { renderError, renderUnauthenticated } from './render-error.ts';
import { type ApiRequest, emptyBody, readBody } from './request.ts';
import type { ApiResponse } from './response.ts';
import { endpointOf, RouteTable } from './route-table.ts';
import { turns } from './turns.ts';
import { Visit } from './visit.ts';

export type Handle = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;

export interface ServiceOptions<App> {
  readonly app: App;
  readonly versions: Microversions<History>;
  readonly endpoints: readonly Endpoint<App>[];
  readonly authenticate: Authenticate;
  readonly policy: Policy;
  /**
   * Paths that begin so are not of the API that the versions are about: a client that names no version is served there as at
   * the newest, and not as at the oldest.
   */
  readonly ownPaths: string;
  /** From which version on answers say when what they are about was last changed. */
  readonly lastModifiedSince: string;
  /** From which version on errors have codes. */
  readonly codesSince: string;
  readonly now: () => number;
  readonly newRequestId: () => string;
  /** What an endpoint's own refusals become; null when it is none, which is then a bug. */
  readonly toHttpError: (thrown: unknown) => HttpError | null;
  /** Who is asking cannot be found out now. The reason may name what clients need not know. */
  readonly onUnavailable: (reason: string, requestId: string) => void;
  /** A bug: it is answered with 500, and here it is told. */
  readonly onFault: (thrown: unknown, requestId: string) => void;
}

/**
 * Turns requests into answers. The order of the checks is what clients see when several things are wrong: who is
 * asking (401), which version (400, 406), a body without a type (400), the path (404) and method (405), the path at
 * that version (404), accepted and sent types (406, 415), the rule (403), and then the endpoint's own. The body is
 * read after all of these, so that of a stranger nothing is read at all.
 */
export function createService<App>(options: ServiceOptions<App>): Handle {
  const { versions } = options;
  const routes = new RouteTable(options.endpoints, versions);
  const hasCodes = versions.ladder([versions.oldest, false], [options.codesSince, true]);
  const hasLastModified = versions.ladder([versions.oldest, false], [options.lastModifiedSince, true]);
  const versionRange = { max_version: versions.newest, min_version: versions.oldest };
  const versionHeaders = versions.history.map(([version]) => `${versions.service} ${version}`);

  return handle;

  function handle(request: ApiRequest): ApiResponse | Promise<ApiResponse> {
    const visit = new Visit(request, request.requestId ?? options.newRequestId());
    if (visit.path === '/' || visit.path === '') return serve(visit, nobody);
    try {
      const outcome = options.authenticate(request.headers);
      if (!(outcome instanceof Promise)) return afterAuthentication(visit, outcome);
      return outcome.then(
        (known) => afterAuthentication(visit, known),
        (thrown) => finish(visit, failure(visit, thrown)),
      );
    } catch (thrown) {
      return finish(visit, failure(visit, thrown));
    }
  }

  function afterAuthentication(visit: Visit, outcome: AuthOutcome): ApiResponse | Promise<ApiResponse> {
    switch (outcome.kind) {
      case 'caller':
        visit.request.onIdentified?.();
        return serve(visit, outcome.caller);
      case 'unauthenticated':
        return renderUnauthenticated(visit.requestId, outcome.challenge);
      case 'unavailable':
        options.onUnavailable(outcome.reason, visit.requestId);
        return finish(visit, failure(visit, cannotAuthenticate));
      default:
        return outcome satisfies never;
    }
  }

  function serve(visit: Visit, caller: Caller): ApiResponse | Promise<ApiResponse> {
    visit.caller = caller;
    try {
      const answer = run(visit, caller);
      if (!(answer instanceof Promise)) return finish(visit, toResponse(visit, answer));
      return answer.then(
        (settled) => finish(visit, toResponse(visit, settled)),
        (thrown) => finish(visit, failure(visit, thrown)),
      );
    } catch (thrown) {
      return finish(visit, failure(visit, thrown));
    }
  }

  function run(visit: Visit, caller: Caller): Answer | Promise<Answer> {
    const { request } = visit;
    const isNamed = negotiate(visit);
    checkContentLength(request);
    if (request.headers['content-type'] || request.body.length === 0) {
      return runEndpoint(visit, caller, isNamed, null);
    }
    if (request.body.length !== null) throw bodyWithoutType;
    // Whether there is one at all shows only when it is read.
    return Promise.resolve(readBody(request)).then((body) => {
      if (body.length > 0) throw bodyWithoutType;
      return runEndpoint(visit, caller, isNamed, body);
    });
  }

  /** The body, if the endpoint takes one, is read last: by then it is known that somebody wants it. */
  function runEndpoint(
    visit: Visit,
    caller: Caller,
    isVersionNamed: boolean,
    alreadyRead: Uint8Array | null,
  ): Answer | Promise<Answer> {
    const { request } = visit;
    const endpoint = findEndpoint(visit, isVersionNamed);
    const mediaType = endpoint.gives ? acceptedType(visit.accept, endpoint.gives) : 'application/json';
    if (endpoint.takes) checkContentType(visit.contentType);
    const query = new QueryParams(visit.queryText);
    if (
      endpoint.policy !== null &&
      !options.policy.allows(endpoint.policy, caller, endpoint.target?.(query))
    ) {
      throw new HttpError(403, `Policy does not allow ${endpoint.policy} to be performed.`);
    }
    const start = (body: Uint8Array): Answer | Promise<Answer> => {
      const context: Context<App> = {
        app: options.app,
        version: visit.version as VersionIndex, // There is one since it was negotiated.
        params: visit.params,
        query,
        headers: request.headers,
        body,
        prefix: request.prefix ?? '',
        caller,
        mediaType,
        requestId: visit.requestId,
        now: options.now(),
        hasLeft: () => request.connection?.destroyed === true,
      };
      if (endpoint.takesTurns && turns.isRoundOver) return turns.next().then(() => endpoint.run(context));
      return endpoint.run(context);
    };
    const body = alreadyRead ?? (endpoint.takes ? readBody(request) : emptyBody);
    return body instanceof Promise ? body.then(start) : start(body);
  }

  /** Whether the client has named a version. */
  function negotiate(visit: Visit): boolean {
    const negotiated = versions.negotiate(visit.request.headers['openstack-api-version']);
    if (negotiated.kind === 'version') {
      visit.version = negotiated.version;
      return negotiated.isNamed;
    }
    throw new HttpError(
      negotiated.kind === 'malformed' ? 400 : 406,
      `Invalid microversion: ${negotiated.text}`,
    );
  }

  function findEndpoint(visit: Visit, isVersionNamed: boolean): Endpoint<App> {
    const { method } = visit.request;
    const match = routes.find(visit.segments());
    if (!match) throw new HttpError(404, '');
    visit.route = match.path.template;
    visit.params = match.params;
    if (!isVersionNamed && match.path.template.startsWith(options.ownPaths)) {
      visit.version = versions.indexOf(versions.newest);
    }
    const endpoint = endpointOf(match.path, method, visit.version as VersionIndex); // It was negotiated.
    if (endpoint === undefined) {
      const allow = [...match.path.methods.keys()].join(', ');
      throw new HttpError(405, 'The method specified is not allowed for this resource.', {
        headers: { allow },
      });
    }
    if (typeof endpoint === 'number') throw new HttpError(endpoint, '');
    return endpoint;
  }

  function failure(visit: Visit, thrown: unknown): ApiResponse {
    let error = thrown instanceof HttpError ? thrown : options.toHttpError(thrown);
    if (!error) {
      options.onFault(thrown, visit.requestId);
      error = new HttpError(500, `The request ${visit.requestId} met an error that was not expected.`);
    }
    const isVersionless = visit.version === undefined;
    return renderError(error, {
      method: visit.request.method,
      accept: visit.accept,
      contentType: visit.contentType,
      requestId: visit.requestId,
      hasCodes: !isVersionless && hasCodes.at(visit.version as VersionIndex) === true,
      ...(isVersionless && error.status === 406 ? { extra: versionRange } : {}),
    });
  }

  function toResponse(visit: Visit, answer: Answer): ApiResponse {
    const headers: Record<string, string> = { ...answer.headers };
    if (answer.body !== undefined) headers['content-type'] = answer.contentType ?? 'application/json';
    if (answer.location !== undefined) headers['location'] = locationOf(visit.request, answer.location);
    if (answer.lastModified !== undefined && hasLastModified.at(visit.version as VersionIndex)) {
      if (answer.lastModified !== null) headers['last-modified'] = httpDate(answer.lastModified);
      headers['cache-control'] = 'no-cache';
    }
    return { status: answer.status, headers, body: answer.body ?? null };
  }

  function finish(visit: Visit, response: ApiResponse): ApiResponse {
    const headers = response.headers as Record<string, string>; // Made for this answer just above.
    headers['x-openstack-request-id'] = visit.requestId;
    if (visit.version !== undefined) {
      headers['openstack-api-version'] = versionHeaders[visit.version] as string;
      headers['vary'] = 'openstack-api-version';
    }
    const { route, caller } = visit;
    if (caller === undefined) return response; // Then there is no route either.
    return route === undefined ? { ...response, caller } : { ...response, route, caller };
  }
}

const cannotAuthenticate = new HttpError(
  503,
  'Whether the token is valid cannot be found out at the moment.',
  {
    headers: { 'retry-after': '5' },
  },
);

function locationOf({ origin, prefix = '' }: ApiRequest, path: string): string {
  return origin + prefix + path;
}

function checkContentLength(request: ApiRequest): void {
  const length = request.headers['content-length'];
  if (length !== undefined && !/^\s*[+-]?\d+\s*$/.test(length)) {
    throw new HttpError(400, 'content-length header must be an integer');
  }
}

const bodyWithoutType = new HttpError(400, 'content-type header required when content-length > 0');
