import type { ApiRequest } from '@berth/api-kit/request.ts';
import { withFaultBarrier } from '@berth/api-kit/server/fault-barrier.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { Config } from '../config/settings.ts';
import { withAccessLog } from './access-log.ts';
import { corsRulesOf, withCors } from './cors.ts';
import { answerHealthcheck } from './health.ts';
import type { Log } from './log.ts';
import { Metrics, type ServedMetrics } from './metrics.ts';
import type { OpenedPlacement } from './opened-placement.ts';
import { renderFailure } from './render-failure.ts';

export type Serving = Pick<OpenedPlacement, 'handle' | 'metricsSource' | 'ailments' | 'remarks'>;

/** The API with all that a server puts around it: CORS, log and metrics, and what operators ask it. */
export function assembleService(
  placement: Serving,
  config: Config,
  log: Log,
  metrics: ServedMetrics | null = config.hasMetrics ? new Metrics(placement.metricsSource) : null,
): Handle {
  const cors = corsRulesOf(config);

  let api = withFaultBarrier(placement.handle, renderFailure, log);
  if (cors !== null) api = withCors(api, cors);
  if (metrics !== null) api = metrics.measuring(api);
  api = withAccessLog(api, log);

  // Before the log: a load balancer asks every few seconds, and its questions tell nothing.
  return (request) => {
    if (isFor('/healthcheck', request)) {
      return answerHealthcheck(request, placement.ailments(), placement.remarks());
    }
    if (metrics !== null && isFor('/metrics', request)) return answerMetrics(metrics);
    return api(request);
  };
}

/** With a query or without. */
function isFor(path: string, { target }: ApiRequest): boolean {
  return target.startsWith(path) && (target.length === path.length || target[path.length] === '?');
}

async function answerMetrics(metrics: ServedMetrics) {
  return { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.render() };
}
