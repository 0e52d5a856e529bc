/** What a server needs to speak TLS. */
export interface TlsOptions {
  /** In PEM: the certificate, then those between it and the root. */
  readonly cert: Buffer;
  /** In PEM. */
  readonly key: Buffer;
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3';
}
