import type { ApiRequest } from '@berth/api-kit/request.ts';
import { type ApiResponse, isInParts, wholeBody } from '@berth/api-kit/response.ts';
import type { Handle } from '@berth/api-kit/service.ts';

/** Answers with data that can be sent to another thread. */
export function forWorkers(handle: Handle): (request: ApiRequest) => Promise<ApiResponse> {
  return async (request) => {
    const { status, headers, body: given, route, caller } = await handle(request);
    const body = wholeBody(given);
    return {
      status,
      headers,
      body: body === null || typeof body === 'string' ? body : copied(isInParts(body) ? body : [body]),
      ...(route === undefined ? {} : { route }),
      ...(caller === undefined ? {} : { caller: { userId: caller.userId, projectId: caller.projectId } }),
    };
  };
}

/** Mostly these are views on larger memory, all of which would go along. */
function copied(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
