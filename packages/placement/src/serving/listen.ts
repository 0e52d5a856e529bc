import { type HttpServer, serveHttp } from '@berth/api-kit/server/http-server.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { Config } from '../config/settings.ts';
import type { Log } from './log.ts';
import { renderFailure } from './render-failure.ts';

/** Serves over HTTP as the settings say, as one of so many threads as they say. */
export function listen(service: Handle, config: Config, log: Log): Promise<HttpServer> {
  return serveHttp(service, {
    host: config.host,
    port: config.port,
    sharesPort: config.workers > 1,
    renderFailure,
    log,
    trustsForwarded: config.trustsForwarded,
    limits: {
      bodyBytes: config.bodyLimitBytes,
      requestMs: config.requestTimeoutMs,
      connections: Math.ceil(config.maxConnections / config.workers),
      graceMs: config.shutdownGraceMs,
    },
  });
}
