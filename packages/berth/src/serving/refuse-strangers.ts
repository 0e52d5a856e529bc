import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { Surroundings } from './surroundings.ts';
import { renderFailure } from './render-failure.ts';

/** The answer to a request that nobody known has made; null where it is known who asks. */
export type RefuseStrangers = (request: ApiRequest) => Promise<ApiResponse | null>;

/**
 * For whoever passes requests on: finds out who asks before the body is read. The one who answers in the end finds it
 * out for itself.
 */
export function refuseStrangers(
  handle: Handle,
  { authenticate, onUnavailable }: Pick<Surroundings, 'authenticate' | 'onUnavailable'>,
): RefuseStrangers {
  return async (request) => {
    const outcome = await authenticate(request.headers);
    switch (outcome.kind) {
      case 'caller':
        request.onIdentified?.();
        return null;
      case 'unauthenticated': {
        // To the service it is one without any token, so that it can do nothing but say no in its own words.
        const { 'x-auth-token': _, ...headers } = request.headers;
        return await handle({ ...request, headers });
      }
      case 'unavailable': {
        const requestId = request.requestId ?? newRequestId();
        onUnavailable(outcome.reason, requestId);
        const response = renderFailure(cannotTell, requestId);
        return { ...response, headers: { ...response.headers, 'retry-after': '5' } };
      }
      default:
        return outcome satisfies never;
    }
  };
}

const cannotTell = {
  status: 503,
  detail: 'Whether the token is valid cannot be found out at the moment.',
} as const;
