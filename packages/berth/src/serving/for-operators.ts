import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { withFaultBarrier } from '@berth/api-kit/server/fault-barrier.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { Log } from '../log/log.ts';
import type { ServedMetrics } from '../metrics/metrics.ts';
import { answerHealthcheck } from './health.ts';
import { renderFailure } from './render-failure.ts';

/** What a process tells of its health. */
export interface Healthy {
  /** Why it cannot do what it is there for; none where it can. */
  healthProblems(): readonly string[] | Promise<readonly string[]>;
  /** What an operator should know besides. */
  remarks(): readonly string[] | Promise<readonly string[]>;
}

/** What operators ask a process, or their tools: how it is, and what it has counted. Nobody has to say who asks. */
export function answerOperators(healthy: Healthy, metrics: ServedMetrics | null, log: Log): Handle {
  return withFaultBarrier(
    (request) => {
      if (isFor('/metrics', request) && metrics !== null) return answerMetrics(metrics);
      if (isFor('/healthcheck/live', request)) return answerHealthcheck(request, [], []);
      return answerHealth(request, healthy);
    },
    renderFailure,
    log,
  );
}

export function isForOperators(request: ApiRequest, hasMetrics: boolean): boolean {
  const { target } = request;
  // Nearly all requests are for the API, and are told apart by one letter or two.
  if (target.startsWith('/healthcheck'))
    return (
      isFor('/healthcheck', request) ||
      isFor('/healthcheck/live', request) ||
      isFor('/healthcheck/ready', request)
    );
  return hasMetrics && target.startsWith('/metrics') && isFor('/metrics', request);
}

async function answerHealth(request: ApiRequest, healthy: Healthy): Promise<ApiResponse> {
  return answerHealthcheck(request, await healthy.healthProblems(), await healthy.remarks());
}

/** With a query or without. */
function isFor(path: string, { target }: ApiRequest): boolean {
  return target.startsWith(path) && (target.length === path.length || target[path.length] === '?');
}

async function answerMetrics(metrics: ServedMetrics): Promise<ApiResponse> {
  return { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.render() };
}
