import { connect, type Socket } from 'node:net';
import { connect as connectEncrypted } from 'node:tls';

/** Where a server listens, and whether it wants TLS. */
export interface Target {
  readonly port: number;
  readonly isEncrypted?: boolean;
}

/** A connection as a client makes it, whatever certificate it is shown. */
export function connectTo({ port, isEncrypted = false }: Target, onConnected: () => void = () => {}): Socket {
  const host = '127.0.0.1';
  return isEncrypted
    ? connectEncrypted({ port, host, rejectUnauthorized: false }, onConnected)
    : connect({ port, host }, onConnected);
}
