import type { Ports } from '@berth/api-kit/own-port.ts';
import { type HttpServer, serveHttp } from '@berth/api-kit/server/http-server.ts';
import { defaultLimits, type Limits } from '@berth/api-kit/server/limits.ts';
import { roomsWithin } from '@berth/api-kit/server/rooms.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { portsOf } from '../config/ports-of.ts';
import type { Config } from '../config/settings.ts';
import { followTls, tell } from './follow-tls.ts';
import type { Log } from '../log/log.ts';
import { readTls } from './read-tls.ts';
import { renderFailure } from './render-failure.ts';

export interface ListeningServer {
  readonly ports: Ports;
  /** Where all services are: 'http://127.0.0.1:8778', or with https. */
  readonly url: string;
  /** Where those are that have ports of their own, by what they are mounted at. */
  readonly ownUrls: Readonly<Record<string, string>>;
  /** Reads certificate and key again; rejects where they cannot be used. Does nothing where TLS is not spoken. */
  reloadTls(): Promise<void>;
  /** See `HttpServer.close`; on all ports at the same time. */
  close(): Promise<void>;
}

/**
 * Serves over HTTP as the settings say, as one of so many threads as they say: all services on one port, and some on ports of their own,
 * too. What clients may take is for all ports together.
 */
export async function listen(
  service: Handle,
  config: Config,
  log: Log,
  asked: Ports = portsOf(config),
): Promise<ListeningServer> {
  const tls = readTls(config);
  const limits = limitsOf(config);
  const rooms = roomsWithin(limits);
  const { host, trustsForwarded } = config;
  const sharesPort = config.workers > 1;
  const options = { host, sharesPort, renderFailure, log, trustsForwarded, tls, limits, rooms };
  const servers: HttpServer[] = [];
  const close = async () => void (await Promise.all(servers.map((server) => server.close())));
  const serve = async (handle: Handle, port: number) => {
    const server = await serveHttp(handle, { ...options, port });
    servers.push(server);
    return server;
  };

  // As they were asked for, until all listen.
  let ports = asked;
  try {
    const { url, port: main } = await serve(service, asked.main);
    const own: Record<string, number> = {};
    const ownUrls: Record<string, string> = {};
    for (const [mount, port] of Object.entries(asked.own)) {
      const server = await serve(
        (request) => service({ ...request, ownPort: { service: mount, ports } }),
        port,
      );
      own[mount] = server.port;
      ownUrls[mount] = server.url;
    }
    ports = { main, own };
    if (tls !== null) tell(tls, log);
    const setTls: HttpServer['setTls'] = (changed) => {
      for (const server of servers) server.setTls(changed);
    };
    const follower = tls === null ? null : followTls({ setTls }, config, log);
    return {
      ports,
      url,
      ownUrls,
      reloadTls: async () => follower?.reload(),
      close: () => {
        follower?.stop();
        return close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Each thread has its share of what is for all. */
function limitsOf(config: Config): Limits {
  const ofEach = (ofAll: number) => Math.ceil(ofAll / config.workers);
  return {
    ...defaultLimits,
    bodyBytes: config.bodyLimitBytes,
    allBodiesBytes: ofEach(config.allBodiesBytes),
    requestMs: config.requestTimeoutMs,
    connections: ofEach(config.maxConnections),
    anonymousConnections: ofEach(config.maxAnonymousConnections),
    anonymousBytes: ofEach(defaultLimits.anonymousBytes),
    graceMs: config.shutdownGraceMs,
  };
}
