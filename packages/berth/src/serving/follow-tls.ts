import { unwatchFile, watchFile } from 'node:fs';
import type { HttpServer } from '@berth/api-kit/server/http-server.ts';
import type { TlsOptions } from '@berth/api-kit/server/tls-options.ts';
import type { Log } from '../log/log.ts';
import { endOfCertificate, readTls, type TlsConfig } from './read-tls.ts';

export interface TlsFollower {
  /** Reads the files again. If they cannot be used, what was there before stays, and it throws. */
  reload(): void;
  stop(): void;
}

/** Has a server use what is in the files, when they change too: looked at every few seconds, through links as well. */
export function followTls(
  server: Pick<HttpServer, 'setTls'>,
  config: TlsConfig,
  log: Log,
  everyMs = 5_000,
): TlsFollower {
  const files = [config.tlsCertFile, config.tlsKeyFile].filter((file) => file !== null);
  let soon: NodeJS.Timeout | null = null;

  function reload(): void {
    const tls = readTls(config);
    if (tls === null) return;
    server.setTls(tls);
    tell(tls, log);
  }

  // Certificate and key are replaced one after the other.
  const reloadSoon = () => {
    soon ??= setTimeout(() => {
      soon = null;
      try {
        reload();
      } catch (err) {
        log.error(
          { err, files },
          'the TLS certificate could not be read again; the one before is still used',
        );
      }
    }, everyMs / 5).unref();
  };
  for (const file of files) watchFile(file, { interval: everyMs, persistent: false }, reloadSoon);

  return {
    reload,
    stop: () => {
      if (soon !== null) clearTimeout(soon);
      for (const file of files) unwatchFile(file, reloadSoon);
    },
  };
}

/** Until when the certificate is good, so that nobody finds out from clients. */
export function tell(tls: TlsOptions, log: Log): void {
  const until = endOfCertificate(tls);
  if (until.getTime() < Date.now()) log.warn({ until }, 'the TLS certificate has expired');
  else log.info({ until }, 'TLS certificate in use');
}
