import assert from 'node:assert/strict';
import type { Authenticate } from './caller.ts';
import type { Dialect, Heeded } from './dialect.ts';
import type { Endpoint } from './endpoint.ts';
import type { HttpError } from './http-error.ts';
import type { History, VersionOf } from './microversions.ts';
import type { Policy } from './policy.ts';
import type { ApiRequest } from './request.ts';
import type { ApiResponse } from './response.ts';
import { RouteTable } from './route-table.ts';
import { authenticate } from './steps/authenticate.ts';
import { respond, respondToFailure } from './steps/respond.ts';
import { runEndpoint } from './steps/run-endpoint.ts';
import { Visit } from './visit.ts';

export type Handle = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;

export interface ServiceOptions<App, H extends History = History> {
  readonly app: App;
  readonly dialect: Dialect<H>;
  readonly endpoints: readonly Endpoint<App, VersionOf<H>>[];
  readonly authenticate: Authenticate;
  readonly policy: Policy;
  readonly now: () => number;
  readonly newRequestId: () => string;
  /** What an endpoint's own refusals become; null when it is none, which is then a bug. */
  readonly toHttpError: (thrown: unknown) => HttpError | null;
  /** Who is asking cannot be found out now. The reason may name what clients need not know. */
  readonly onUnavailable: (reason: string, requestId: string) => void;
  /** A bug: it is answered with 500, and here it is told. */
  readonly onFault: (thrown: unknown, requestId: string) => void;
}

/** What the steps of a request know of the service it came to. */
export interface Service extends Omit<ServiceOptions<unknown>, 'endpoints'> {
  readonly routes: RouteTable;
}

/**
 * Turns requests into answers. A request is first asked who sends it (401), then it passes the checks of the dialect, then its
 * endpoint runs. Nothing is awaited where nothing has to be: most requests are answered in one step.
 */
export function createService<App, const H extends History>(options: ServiceOptions<App, H>): Handle {
  const { endpoints, ...rest } = options;
  const { versions, parameters } = options.dialect;
  for (const endpoint of endpoints) assertServed(endpoint, options.dialect);
  const service: Service = { ...rest, routes: new RouteTable(endpoints, versions, parameters) };

  return (request) => {
    const visit = new Visit(service, request, request.requestId ?? options.newRequestId());
    const refusal = authenticate(visit);
    if (refusal instanceof Promise) return refusal.then((answer) => answer ?? serve(visit));
    return refusal ?? serve(visit);
  };
}

function serve(visit: Visit): ApiResponse | Promise<ApiResponse> {
  try {
    const passed = visit.service.dialect.check(visit);
    const answer = passed === undefined ? runEndpoint(visit) : passed.then(() => runEndpoint(visit));
    if (!(answer instanceof Promise)) return respond(visit, answer);
    return answer.then(
      (settled) => respond(visit, settled),
      (thrown) => respondToFailure(visit, thrown),
    );
  } catch (thrown) {
    return respondToFailure(visit, thrown);
  }
}

/** What a dialect never looks at would be passed over in silence. */
function assertServed(endpoint: Endpoint<unknown>, { actions, heeds }: Dialect): void {
  const { route } = endpoint;
  const isAction = / \S+ /.test(route);
  assert(!isAction || actions !== undefined, `${route} is an action, and its dialect has none`);
  for (const property of ['gives', 'takes', 'input', 'find'] as const satisfies readonly Heeded[]) {
    const isHeeded = endpoint[property] === undefined || heeds.includes(property);
    assert(isHeeded, `${route} has '${property}', which its dialect does not look at`);
  }
}
