import { newRequestId } from '../new-request-id.ts';
import type { ApiResponse } from '../response.ts';
import type { Handle } from '../service.ts';
import { type RenderFailure, type ServerLog, UnreadableBody } from './failure.ts';

/**
 * A service that throws has a bug; this makes the bug a 500 and a line in the log, both with the same request
 * id, and lets everybody else go on. A body that could not be read is no bug, wherever it was to be read.
 */
export function withFaultBarrier(handle: Handle, renderFailure: RenderFailure, log: ServerLog): Handle {
  const fault = (error: unknown, method: string): ApiResponse => {
    const requestId = newRequestId();
    if (error instanceof UnreadableBody) return renderFailure(error.failure, requestId);
    log.error({ requestId, method, err: error }, 'the service broke on a request');
    return renderFailure(
      {
        status: 500,
        detail: 'The request met a fault of the server; its log tells more under this request id.',
      },
      requestId,
    );
  };

  return (request) => {
    try {
      const answer = handle(request);
      return answer instanceof Promise ? answer.catch((error) => fault(error, request.method)) : answer;
    } catch (error) {
      return fault(error, request.method);
    }
  };
}
