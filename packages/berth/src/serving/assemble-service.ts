import { HttpError } from '@berth/api-kit/http-error.ts';
import { atMainPort } from '@berth/api-kit/own-port.ts';
import { withoutPrefix } from '@berth/api-kit/path-prefix.ts';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import { withFaultBarrier } from '@berth/api-kit/server/fault-barrier.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { renderError } from '@berth/placement/http/dialect/render-error.ts';
import type { Config } from '../config/settings.ts';
import { withAccessLog } from '../log/access-log.ts';
import { corsRulesOf, withCors } from './cors.ts';
import { answerOperators, isForOperators } from './for-operators.ts';
import type { Log } from '../log/log.ts';
import type { ServedMetrics } from '../metrics/metrics.ts';
import type { OpenedCloud } from '../opening/opened-cloud.ts';
import { renderFailure } from './render-failure.ts';

export type Serving = Pick<OpenedCloud, 'handle' | 'live' | 'healthProblems' | 'remarks'>;

/** The API with all that a server puts around it: CORS, log and metrics, and what operators ask it. */
export function assembleService(
  cloud: Serving,
  config: Config,
  log: Log,
  metrics: ServedMetrics | null,
): Handle {
  const cors = corsRulesOf(config);

  let api = withFaultBarrier(cloud.handle, renderFailure, log);
  if (cors !== null) api = withCors(api, cors);
  api = seen(api);
  const elsewhere = seen(answerElsewhere);
  // Before the log: a load balancer asks every few seconds, and its questions tell nothing.
  const forOperators = answerOperators(cloud, metrics, log);
  const { pathPrefix } = config;

  return (given) => {
    const below = pathPrefix === null ? given : withoutPrefix(given, pathPrefix);
    const request = below ?? given;
    if (isForOperators(request, metrics !== null)) return forOperators(request);
    return below === null ? elsewhere(given) : api(atMainPort(below));
  };

  function seen(handle: Handle): Handle {
    const measured = metrics === null ? handle : metrics.measuring(handle);
    return withAccessLog(measured, log, () => cloud.live.hasAccessLog);
  }
}

/** What is not below our prefix is not ours, and there may be anything. */
function answerElsewhere({ method, headers }: ApiRequest): ApiResponse {
  const requestId = newRequestId();
  const error = new HttpError(404, '', { headers: { 'x-openstack-request-id': requestId } });
  const accept = headers['accept'];
  return renderError(error, {
    method,
    accept: accept === '' || accept === '*/*' ? undefined : accept,
    contentType: headers['content-type'],
    requestId,
    hasCodes: false,
  });
}
