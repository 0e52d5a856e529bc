import type { Instant } from '../ids.ts';

/** A secret that tokens are made with. It is in the ledger, so that all processes and threads can read each other's tokens. */
export interface TokenKey {
  readonly id: string;
  /** 32 bytes in base64url. */
  readonly secret: string;
  readonly createdAt: Instant;
}
