import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TlsOptions } from '@berth/api-kit/server/tls-options.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/settings.ts';

export type TlsConfig = Pick<Config, 'tlsCertFile' | 'tlsKeyFile' | 'tlsMinVersion'>;

/** Certificate and key, if both can be read and belong together; null where the settings name none. */
export function readTls({ tlsCertFile, tlsKeyFile, tlsMinVersion }: TlsConfig): TlsOptions | null {
  if (tlsCertFile === null || tlsKeyFile === null) return null;
  const cert = attempt('certificate', tlsCertFile, () => readFileSync(tlsCertFile));
  const key = attempt('key', tlsKeyFile, () => readFileSync(tlsKeyFile));
  const certificate = attempt('certificate', tlsCertFile, () => new X509Certificate(cert));
  const privateKey = attempt('key', tlsKeyFile, () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey))
    throw new ConfigError([`the TLS key in ${tlsKeyFile} is not that of the certificate in ${tlsCertFile}`]);
  return { cert, key, minVersion: `TLSv${tlsMinVersion}` };
}

/** Until when clients will take it. */
export function endOfCertificate({ cert }: TlsOptions): Date {
  return new X509Certificate(cert).validToDate;
}

function attempt<Value>(what: string, path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`the TLS ${what} in ${path} cannot be used: ${reason}`]);
  }
}
