import { HttpError } from '@berth/api-kit/http-error.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import { type HttpServer, serveHttp } from '@berth/api-kit/server/http-server.ts';
import type { AgentRecord } from '@berth/host/agent/agent-record.ts';
import { renderError } from '@berth/placement/http/dialect/render-error.ts';
import type { Config } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import { cachedMetrics } from '../metrics/cached-metrics.ts';
import { answerOperators, isForOperators } from '../serving/for-operators.ts';
import { renderFailure } from '../serving/render-failure.ts';
import { HostMetrics } from './host-metrics.ts';

/** Operators and their tools; hardly anybody else comes here. */
const connectionsMax = 100;

/** Answers /healthcheck and /metrics for a host, and nothing else. */
export function serveHealth(
  record: AgentRecord,
  port: number,
  config: Config,
  log: Log,
): Promise<HttpServer> {
  const metrics = config.hasMetrics ? cachedMetrics(new HostMetrics(record)) : null;
  const healthy = { healthProblems: () => record.problems(), remarks: () => [] };
  const operators = answerOperators(healthy, metrics, log);
  return serveHttp(
    (request) => {
      if (isForOperators(request, metrics !== null)) return operators(request);
      const { method, headers } = request;
      const requestId = newRequestId();
      const error = new HttpError(404, '', { headers: { 'x-openstack-request-id': requestId } });
      const contentType = headers['content-type'];
      return renderError(error, {
        method,
        accept: headers['accept'],
        contentType,
        requestId,
        hasCodes: false,
      });
    },
    {
      host: config.healthHost,
      port,
      renderFailure,
      log,
      limits: {
        bodyBytes: 0,
        connections: connectionsMax,
        anonymousConnections: connectionsMax,
        graceMs: 1_000,
      },
    },
  );
}
