import { acceptable } from '@berth/api-kit/accept.ts';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';

/**
 * Whether the service can serve, for load balancers, in the form of oslo.middleware's healthcheck: 200 or 503,
 * the reasons as text or as JSON, and for HEAD the status alone. It asks for no token and takes any method.
 *
 * `/healthcheck/ready` is the same as `/healthcheck`: not ready is who cannot answer all requests, as when the disk is full and
 * writes fail. `/healthcheck/live` never has a problem: who answers at all is alive, and to start it again would mend nothing.
 */
export function answerHealthcheck(
  request: ApiRequest,
  healthProblems: readonly string[],
  remarks: readonly string[] = [],
): ApiResponse {
  const isHealthy = healthProblems.length === 0;
  if (request.method === 'HEAD') return { status: isHealthy ? 204 : 503, headers: {}, body: null };

  const reasons = [...(isHealthy ? ['OK'] : healthProblems), ...remarks];
  const [type = 'text/plain'] = acceptable(request.headers['accept'], ['text/plain', 'application/json']);
  return {
    status: isHealthy ? 200 : 503,
    // The answer is about now.
    headers: { 'content-type': `${type}; charset=UTF-8`, 'cache-control': 'no-store' },
    body: type === 'text/plain' ? reasons.join('\n') : JSON.stringify({ detailed: false, reasons }, null, 4),
  };
}
