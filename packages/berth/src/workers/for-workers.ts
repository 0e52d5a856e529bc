import { type ApiResponse, isInParts, wholeBody } from '@berth/api-kit/response.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { PortableRequest } from './in-worker.ts';
import { arrivedBody, leaveUnread } from './portable-stream.ts';

/** Answers with data that can be sent to another thread. */
export function forWorkers(handle: Handle): (request: PortableRequest) => Promise<ApiResponse> {
  return async (request) => {
    const { status, headers, body: given, route, caller } = await handled(request);
    const body = wholeBody(given);
    return {
      status,
      headers,
      body: body === null || typeof body === 'string' ? body : copied(isInParts(body) ? body : [body]),
      ...(route === undefined ? {} : { route }),
      ...(caller === undefined ? {} : { caller: { userId: caller.userId, projectId: caller.projectId } }),
    };
  };

  async function handled(request: PortableRequest): Promise<ApiResponse> {
    try {
      return await handle({ ...request, body: arrivedBody(request.body) });
    } finally {
      if (!(request.body instanceof Uint8Array)) await leaveUnread(request.body);
    }
  }
}

/** Mostly these are views on larger memory, all of which would go along. */
function copied(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
