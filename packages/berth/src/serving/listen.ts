import { type HttpServer, serveHttp } from '@berth/api-kit/server/http-server.ts';
import { defaultLimits } from '@berth/api-kit/server/limits.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { Config } from '../config/settings.ts';
import { followTls, tell } from './follow-tls.ts';
import type { Log } from '../log/log.ts';
import { readTls } from './read-tls.ts';
import { renderFailure } from './render-failure.ts';

export interface ListeningServer extends Omit<HttpServer, 'setTls'> {
  /** Reads certificate and key again; rejects where they cannot be used. Does nothing where TLS is not spoken. */
  reloadTls(): Promise<void>;
}

/** Serves over HTTP as the settings say, as one of so many threads as they say. */
export async function listen(service: Handle, config: Config, log: Log): Promise<ListeningServer> {
  const ofEach = (ofAll: number) => Math.ceil(ofAll / config.workers);
  const tls = readTls(config);
  const server = await serveHttp(service, {
    host: config.host,
    port: config.port,
    sharesPort: config.workers > 1,
    renderFailure,
    log,
    trustsForwarded: config.trustsForwarded,
    tls,
    limits: {
      bodyBytes: config.bodyLimitBytes,
      allBodiesBytes: ofEach(config.allBodiesBytes),
      requestMs: config.requestTimeoutMs,
      connections: ofEach(config.maxConnections),
      anonymousConnections: ofEach(config.maxAnonymousConnections),
      anonymousBytes: ofEach(defaultLimits.anonymousBytes),
      graceMs: config.shutdownGraceMs,
    },
  });
  if (tls !== null) tell(tls, log);
  const follower = tls === null ? null : followTls(server, config, log);
  return {
    port: server.port,
    url: server.url,
    reloadTls: async () => follower?.reload(),
    close: () => {
      follower?.stop();
      return server.close();
    },
  };
}
